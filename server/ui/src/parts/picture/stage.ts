/** The sheets of a figure one below the other, each with its heading and the sentences under it. Pure. */
import type { Figure, Sheet } from '../../lib/types';
import { areaOf, headingOf, letter, letterPlaces, MARGIN, tieOf, tokenPlaces, type Laid } from './boxes';
import { outlines, pathOf } from './geometry';
import { LINE, linesOf, widthOf } from './text';
import type { Point } from '../../lib/types';

const HEADING = 34;
const LEAST = 360;

/** A sentence under a sheet, with the number of the region that it explains. */
export interface Told {
  text: string;
  region: number | null;
  y: number;
}

/** The area of a region, and the line to the node that owns it. */
export interface Area {
  number: number;
  path: string;
  tie: Point[] | null;
  /** Where its letter stands at its edges. */
  letters: Point[];
  meaning: string;
}

/** A sheet with its place on the stage. */
export interface Placed {
  sheet: Sheet;
  laid: Laid;
  heading: string;
  /** Where its graph begins. */
  top: number;
  headingY: number;
  told: Told[];
  areas: Area[];
  /** Where its tokens can be. */
  places: Map<string, Point>;
}

export interface Stage {
  width: number;
  height: number;
  sheets: Placed[];
}

/** Puts laid out sheets below each other. */
export function stageOf(figure: Figure, layouts: Laid[]): Stage {
  const several = figure.sheets.length > 1;
  const headings = figure.sheets.map((sheet, i) => headingOf(sheet, i === 0, several));
  const width = Math.max(LEAST, ...layouts.map((laid) => laid.width), ...headings.map((heading) => widthOf(heading) * 1.4 + 2 * MARGIN));
  let y = 0;
  const sheets = figure.sheets.map((sheet, i): Placed => {
    const laid = layouts[i]!;
    const heading = headings[i]!;
    const headingY = y + 26;
    const top = y + (heading === '' ? 0 : HEADING);
    const told: Told[] = [];
    y = top + laid.height;
    const tell = (sentence: string, region: number | null) => {
      for (const text of linesOf(sentence, width - 2 * MARGIN)) {
        y += LINE + 2;
        told.push({ text, region, y: y - 5 });
      }
    };
    laid.footnotes.forEach((text, n) => tell(`[${n + 1}] ${text}`, null));
    sheet.regions.forEach((region, n) => tell(`${letter(n)}: ${region.meaning}`, n));
    sheet.notes.forEach((note) => tell(note, null));
    y += told.length > 0 ? 12 : 0;
    const letters = letterPlaces(sheet.regions, laid);
    const areas = sheet.regions.map((region, number): Area => {
      const area = areaOf(region, laid, letters[number]!);
      const owner = region.owner === undefined ? undefined : laid.boxes.get(region.owner);
      return {
        number,
        path: outlines(area.joined).map((way) => pathOf(way, 8, true)).join(''),
        tie: owner ? tieOf(owner, area.parts, laid) : null,
        letters: letters[number]!,
        meaning: region.meaning,
      };
    });
    return { sheet, laid, heading, headingY, top, told, areas, places: tokenPlaces(laid) };
  });
  return { width, height: y, sheets };
}
