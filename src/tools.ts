export type {} from './tools/decision.js';
