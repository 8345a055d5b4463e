import { html, LitElement, nothing, type PropertyValues, type TemplateResult } from 'lit';
import { property, query } from 'lit/decorators.js';
import { en, type Strings } from '../locales/en.js';
import { adkFormStyles } from './adk-request-styles.js';
import { readSchema, schemaOf, type Field, type Property } from './form-schema.js';
import { icon } from './icons.js';
import { themeStyles } from './theme-styles.js';

type Path = readonly (string | number)[];

/**
 * A form made from a JSON schema, or from a template to fill in. Used by questions of ADK servers.
 *
 * @fires {Event} submit - The form is complete and was sent off.
 */
export class AdkFormElement extends LitElement {
  static override styles = [themeStyles, adkFormStyles];

  /** A JSON schema; absent: made from the template. */
  @property({ attribute: false }) schema: unknown;

  /** What is filled in already. */
  @property({ attribute: false }) template: unknown;

  /** Label of the button; without one there is no button. */
  @property() submitLabel = '';

  @property({ attribute: false }) strings: Strings = en;

  @query('form') private form!: HTMLFormElement | null;

  #field: Field = { type: 'json' };
  /** What was filled in, by path: a list that grows must not forget it. */
  #values = new Map<string, unknown>();
  #lengths = new Map<string, number>();
  #asked = '';

  /** What was filled in. */
  get value(): unknown {
    return this.#read(this.#field, [], true);
  }

  /** Whether everything is filled in properly; says what is not. */
  reportValidity(): boolean {
    for (const area of this.renderRoot.querySelectorAll<HTMLTextAreaElement>('textarea.json')) {
      area.setCustomValidity(isJson(area.value) ? '' : this.strings.invalidJson);
    }
    return this.form?.reportValidity() ?? true;
  }

  override focus(options?: FocusOptions): void {
    this.form?.querySelector<HTMLElement>('input, select, textarea')?.focus(options);
  }

  protected override willUpdate(changed: PropertyValues<this>): void {
    if (!changed.has('schema') && !changed.has('template')) return;
    // The store copies messages: a copy of what was asked must not empty the form.
    const asked = JSON.stringify([this.schema, this.template]);
    if (asked === this.#asked) return;
    this.#asked = asked;
    this.#field = readSchema(this.schema ?? schemaOf(this.template));
    this.#values.clear();
    this.#lengths.clear();
    this.#fill(this.#field, [], this.template);
  }

  protected override render() {
    return html`<form novalidate @submit=${this.#onSubmit} @input=${this.#onInput}>
      ${
        this.#field.type === 'object'
          ? this.#renderProperties(this.#field.properties, [])
          : this.#renderProperty(
              {
                name: '',
                label: this.strings.yourAnswer,
                hint: '',
                required: true,
                field: this.#field,
                initial: undefined,
              },
              [],
            )
      }
      ${
        this.submitLabel
          ? html`<div><button class="primary" type="submit">${this.submitLabel}</button></div>`
          : nothing
      }
    </form>`;
  }

  #renderProperties(properties: readonly Property[], path: Path): TemplateResult[] {
    return properties.map((each) => this.#renderProperty(each, [...path, each.name]));
  }

  #renderProperty(item: Property, path: Path): TemplateResult {
    const { label, hint, required, field } = item;
    const id = key(path);
    const title = html`${label}${
      required || field.type === 'boolean' || this.schema === undefined
        ? nothing
        : html` <span class="muted">(${this.strings.optional})</span>`
    }`;
    const note = hint ? html`<small id="hint-${id}">${hint}</small>` : nothing;
    if (field.type === 'object' || field.type === 'array') {
      return html`<fieldset aria-describedby=${hint ? `hint-${id}` : nothing}>
        <legend>${title}</legend>
        ${note}
        ${
          field.type === 'object'
            ? this.#renderProperties(field.properties, path)
            : this.#renderList(field.items, path, label)
        }
      </fieldset>`;
    }
    return field.type === 'boolean'
      ? html`<div class="check">
          ${this.#renderControl(field, path, required, hint)}<label for=${id}>${title}</label
          >${note}
        </div>`
      : html`<div class="field">
          <label for=${id}>${title}</label
          >${this.#renderControl(field, path, required, hint)}${note}
        </div>`;
  }

  #renderControl(field: Field, path: Path, required: boolean, hint: string, label?: string) {
    const id = key(path);
    const value = this.#values.get(id);
    const described = hint ? `hint-${id}` : nothing;
    switch (field.type) {
      case 'boolean':
        return html`<input
          type="checkbox"
          id=${id}
          aria-describedby=${described}
          .checked=${value === true}
        />`;
      case 'enum':
        return html`<select
          id=${id}
          ?required=${required}
          aria-label=${label ?? nothing}
          aria-describedby=${described}
        >
          <option value="" ?selected=${value === undefined}></option>
          ${field.options.map(
            (option, i) =>
              html`<option value=${i} ?selected=${value === option}>${String(option)}</option>`,
          )}
        </select>`;
      case 'number':
      case 'integer':
        return html`<input
          type="number"
          id=${id}
          step=${field.type === 'integer' ? 1 : 'any'}
          min=${field.minimum ?? nothing}
          max=${field.maximum ?? nothing}
          ?required=${required}
          aria-label=${label ?? nothing}
          aria-describedby=${described}
          .value=${value === undefined ? '' : String(value)}
        />`;
      case 'string':
        return html`<input
          type=${INPUT_TYPES[field.format] ?? 'text'}
          id=${id}
          minlength=${field.minLength ?? nothing}
          maxlength=${field.maxLength ?? nothing}
          ?required=${required}
          aria-label=${label ?? nothing}
          aria-describedby=${described}
          .value=${typeof value === 'string' ? value : ''}
        />`;
      default:
        return html`<textarea
          class="json"
          id=${id}
          rows="4"
          spellcheck="false"
          ?required=${required}
          aria-describedby=${described}
          .value=${value === undefined ? '' : JSON.stringify(value, null, 2)}
        ></textarea>`;
    }
  }

  #renderList(items: Field, path: Path, label: string): TemplateResult {
    const length = this.#lengths.get(key(path)) ?? 0;
    const change = (by: number) => {
      this.#collect();
      this.#lengths.set(key(path), length + by);
      this.requestUpdate();
    };
    const { strings } = this;
    return html`${Array.from(
        { length },
        (_, i) =>
          html`<div class="row">
            ${this.#renderControl(items, [...path, i], true, '', `${label} ${i + 1}`)}
          </div>`,
      )}
      <div class="row">
        <button type="button" @click=${() => change(1)}>${strings.addItem}</button>
        ${
          length > 0
            ? html`<button
                type="button"
                aria-label=${strings.removeItem(`${label} ${length}`)}
                @click=${() => change(-1)}
              >
                ${icon('close')}
              </button>`
            : nothing
        }
      </div>`;
  }

  #fill(field: Field, path: Path, value: unknown): void {
    if (field.type === 'object') {
      for (const { name, field: inner, initial } of field.properties) {
        const own = isObject(value) && Object.hasOwn(value, name) ? value[name] : initial;
        this.#fill(inner, [...path, name], own);
      }
    } else if (field.type === 'array') {
      const list = Array.isArray(value) ? (value as unknown[]) : [];
      this.#lengths.set(key(path), list.length);
      list.forEach((each, i) => this.#fill(field.items, [...path, i], each));
    } else if (value !== undefined) {
      this.#values.set(key(path), value);
    }
  }

  /** Takes over what the controls show. */
  #collect(): void {
    for (const control of this.form?.querySelectorAll<HTMLInputElement>('[id]') ?? []) {
      if (control.matches('input, select, textarea')) this.#take(control);
    }
  }

  #take(control: HTMLInputElement): void {
    const field = this.#fieldAt(JSON.parse(decodeURIComponent(control.id)) as Path);
    this.#values.set(control.id, valueOf(control, field));
  }

  #fieldAt(path: Path): Field {
    return path.reduce<Field>((field, step) => {
      if (field.type === 'array') return field.items;
      if (field.type !== 'object') return field;
      return field.properties.find(({ name }) => name === step)?.field ?? field;
    }, this.#field);
  }

  #read(field: Field, path: Path, required: boolean): unknown {
    this.#collect();
    if (field.type === 'object') {
      const entries = field.properties.flatMap(({ name, field: inner, required: needed }) => {
        const value = this.#read(inner, [...path, name], needed);
        return value === undefined ? [] : [[name, value] as const];
      });
      return entries.length > 0 || required ? Object.fromEntries(entries) : undefined;
    }
    if (field.type === 'array') {
      const length = this.#lengths.get(key(path)) ?? 0;
      return Array.from({ length }, (_, i) => this.#read(field.items, [...path, i], true));
    }
    // A template keeps all its entries, empty ones too; a schema tells which may be missing.
    const empty = this.schema === undefined && field.type === 'string' ? '' : undefined;
    return this.#values.get(key(path)) ?? (field.type === 'boolean' ? false : empty);
  }

  #onInput(event: Event): void {
    const control = event.target as HTMLInputElement;
    control.setCustomValidity('');
    this.#take(control);
  }

  #onSubmit(event: SubmitEvent): void {
    event.preventDefault();
    event.stopPropagation();
    if (this.reportValidity()) this.dispatchEvent(new Event('submit'));
  }
}

const INPUT_TYPES: Record<string, string> = {
  email: 'email',
  password: 'password',
  uri: 'url',
  date: 'date',
  time: 'time',
};

function valueOf(control: HTMLInputElement, field: Field): unknown {
  const { value } = control;
  if (field.type === 'boolean') return control.checked;
  if (value === '') return undefined;
  if (field.type === 'enum') return field.options[Number(value)];
  if (field.type === 'number' || field.type === 'integer') return Number(value);
  return field.type === 'json' && isJson(value) ? (JSON.parse(value) as unknown) : value;
}

function isJson(value: string): boolean {
  if (value === '') return true;
  try {
    JSON.parse(value);
    return true;
  } catch {
    return false;
  }
}

const key = (path: Path): string => encodeURIComponent(JSON.stringify(path));

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
