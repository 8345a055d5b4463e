import type { LanguageModel } from 'ai';
import { createScriptedModel } from './scripted-model.js';

/** Gemini when the environment holds a key for it, else the scripted model. */
export async function createModel(pace: number): Promise<LanguageModel> {
  if (!process.env.GOOGLE_GENERATIVE_AI_API_KEY) return createScriptedModel({ pace });
  const { google } = await import('@ai-sdk/google');
  return google(process.env.GEMINI_MODEL ?? 'gemini-2.5-flash');
}
