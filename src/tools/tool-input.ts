import type { ToolSet } from 'ai';

type Validation = { valid: true; value: unknown } | { valid: false; message: string };

/** What the AI SDK accepts as `inputSchema`, reduced to what validation needs. */
interface Validator {
  '~standard'?: { validate(value: unknown): StandardResult | Promise<StandardResult> };
  validate?(value: unknown): AiResult | PromiseLike<AiResult>;
}

type StandardResult = { value: unknown; issues?: undefined } | { issues: readonly Issue[] };
type AiResult = { success: true; value: unknown } | { success: false; error: Error };

interface Issue {
  message: string;
  path?: readonly (PropertyKey | { key: PropertyKey })[];
}

/**
 * Checks a call's input against the tool's schema (zod, any standard schema, or the AI SDK's
 * `jsonSchema`). `asSchema` of the AI SDK would do it too, but brings its JSON schema converter.
 */
export async function validateInput(tool: ToolSet[string], input: unknown): Promise<Validation> {
  const given: unknown = tool.inputSchema;
  // The AI SDK also takes a function that makes the schema when it is first needed.
  const schema = (typeof given === 'function' && !('~standard' in given) ? given() : given) as
    Validator | undefined;
  try {
    if (schema?.['~standard']) {
      const result = await schema['~standard'].validate(input);
      return result.issues
        ? { valid: false, message: result.issues.map(describe).join('; ') }
        : { valid: true, value: result.value };
    }
    if (schema?.validate) {
      const result = await schema.validate(input);
      return result.success
        ? { valid: true, value: result.value }
        : { valid: false, message: result.error.message };
    }
    return { valid: true, value: input };
  } catch (error) {
    return { valid: false, message: error instanceof Error ? error.message : String(error) };
  }
}

function describe({ message, path = [] }: Issue): string {
  const keys = path.map((key) => String(typeof key === 'object' ? key.key : key));
  return keys.length > 0 ? `${keys.join('.')}: ${message}` : message;
}
