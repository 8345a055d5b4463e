/** Puts a text on the clipboard; also where a page is denied the newer way. Says whether it worked. */
export async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    const fill = (event: ClipboardEvent) => {
      event.clipboardData?.setData('text/plain', text);
      event.preventDefault();
      event.stopImmediatePropagation();
    };
    addEventListener('copy', fill, true);
    const done = document.execCommand('copy');
    removeEventListener('copy', fill, true);
    return done;
  }
}
