export function findFiles(folder: string, accept: (file: string) => boolean): string[];
