export function ensureBrowser(): string;
export const BROWSER_ARGS: string[];
