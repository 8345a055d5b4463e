/** Folder in which the frameworks and the packed package are installed. */
export const FRAMEWORKS: string;
export function prepareFrameworks(): void;
