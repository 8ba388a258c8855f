/** The clipboard. */

/** Copies a text; whether that was possible. Pages that came by plain http from another machine have no clipboard of their own: a selection does it there. */
export async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    const before = document.activeElement as HTMLElement | null;
    const area = document.createElement('textarea');
    area.value = text;
    area.readOnly = true;
    area.style.position = 'fixed';
    area.style.opacity = '0';
    // What is outside of an open dialog cannot be focused.
    (before?.closest('dialog') ?? document.body).append(area);
    area.select();
    const copied = document.execCommand('copy');
    area.remove();
    before?.focus?.({ preventScroll: true });
    return copied;
  }
}
