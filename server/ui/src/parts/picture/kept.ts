/**
 * Layouts that stay in this tab of the browser: finding places takes longer than everything else that a picture needs, and the same pictures are
 * looked at again and again. They are found by the whole structure that they are of, so none can be old. Drawn by another version of the pages, they
 * are not found.
 */
import type { Box, Laid, Line } from './boxes';

const PREFIX = 'millrace.layout.';
const MOST = 60;
const LONGEST = 100_000;

/** A short name for a long text; that two texts have the same is as good as impossible. */
export function nameOf(text: string): string {
  const half = (seed: number) => {
    let a = 0xdeadbeef ^ seed;
    let b = 0x41c6ce57 ^ seed;
    for (let i = 0; i < text.length; i++) {
      const code = text.charCodeAt(i);
      a = Math.imul(a ^ code, 2654435761);
      b = Math.imul(b ^ code, 1597334677);
    }
    a = Math.imul(a ^ (a >>> 16), 2246822507) ^ Math.imul(b ^ (b >>> 13), 3266489909);
    b = Math.imul(b ^ (b >>> 16), 2246822507) ^ Math.imul(a ^ (a >>> 13), 3266489909);
    return (b >>> 0).toString(36) + (a >>> 0).toString(36);
  };
  return `${half(1)}.${half(2)}.${text.length}`;
}

/** A layout as a text. */
export function written(laid: Laid): string {
  return JSON.stringify({ ...laid, boxes: [...laid.boxes] });
}

export function read(text: string): Laid {
  const plain = JSON.parse(text) as { width: number; height: number; boxes: [string, Box][]; lines: Line[]; footnotes: string[] };
  return { ...plain, boxes: new Map(plain.boxes) };
}

function place(key: string): string {
  return PREFIX + nameOf(`${import.meta.url}|${key}`);
}

/** The layout of a structure, if it was kept. */
export function keptLayout(key: string): Laid | null {
  try {
    const text = sessionStorage.getItem(place(key));
    return text === null ? null : read(text);
  } catch {
    return null;
  }
}

/** Keeps a layout; a browser that keeps nothing is no trouble. */
export function keepLayout(key: string, laid: Laid): void {
  try {
    const text = written(laid);
    if (text.length > LONGEST) {
      return;
    }
    const names = Object.keys(sessionStorage).filter((name) => name.startsWith(PREFIX));
    names.slice(0, Math.max(0, names.length - MOST + 1)).forEach((name) => sessionStorage.removeItem(name));
    sessionStorage.setItem(place(key), text);
  } catch {
    // Full, or forbidden.
  }
}
