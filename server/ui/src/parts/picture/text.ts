/** Texts of pictures: how wide they are, and in which lines they are written. */

/** The size of every text of a picture. */
export const FONT = 12;

/** The height of a line. */
export const LINE = 15;

let canvas: CanvasRenderingContext2D | null | undefined;
const widths = new Map<string, number>();

/** How wide a text is in the reader's own font; about how wide it is where there is no browser. */
export function widthOf(text: string): number {
  let width = widths.get(text);
  if (width === undefined) {
    if (canvas === undefined) {
      canvas = typeof document === 'undefined' ? null : document.createElement('canvas').getContext('2d');
      if (canvas) {
        canvas.font = `${FONT}px ${getComputedStyle(document.documentElement).getPropertyValue('--sans') || 'sans-serif'}`;
      }
    }
    width = canvas ? canvas.measureText(text).width : [...text].reduce((sum, each) => sum + about(each), 0);
    if (widths.size > 5_000) {
      widths.clear();
    }
    widths.set(text, width);
  }
  return width;
}

function about(character: string): number {
  if ("iljtfrI.,:;'|!()[]/ -".includes(character)) {
    return 4.6;
  }
  if ('mwMW@%'.includes(character)) {
    return 11;
  }
  return character.codePointAt(0)! > 0x2e80 ? 12.5 : character !== character.toLowerCase() ? 8.4 : 7.2;
}

/** A text in lines of at most that width; a word that is wider is broken where a part of it ends, if possible. Nothing is left out. */
export function linesOf(text: string, most: number): string[] {
  const lines: string[] = [];
  let line = '';
  for (const word of text.trim().split(/\s+/)) {
    let rest = word;
    if (line !== '' && widthOf(`${line} ${rest}`) > most) {
      lines.push(line);
      line = '';
    }
    // A little too wide is better than a line with two letters.
    while (line === '' && widthOf(rest) > (lines.length > 0 && rest !== word ? most * 1.1 : most)) {
      const cut = cutOf([...rest], most);
      lines.push([...rest].slice(0, cut).join(''));
      rest = [...rest].slice(cut).join('');
    }
    line = line === '' ? rest : `${line} ${rest}`;
  }
  return line === '' ? lines : [...lines, line];
}

/** Where a long word is broken: behind punctuation, or where a capital follows a small letter. */
function cutOf(word: string[], most: number): number {
  let fits = 1;
  while (fits < word.length && widthOf(word.slice(0, fits + 1).join('')) <= most) {
    fits++;
  }
  for (let i = fits; i > fits / 2; i--) {
    const before = word[i - 1]!;
    const after = word[i]!;
    const capital = /\p{Ll}/u.test(before) && /\p{Lu}/u.test(after);
    if (capital || !/[\p{L}\p{N}\p{M}'’]/u.test(before)) {
      return i;
    }
  }
  return fits;
}

/** The widest of some lines. */
export function widest(lines: string[]): number {
  return lines.reduce((most, line) => Math.max(most, widthOf(line)), 0);
}
