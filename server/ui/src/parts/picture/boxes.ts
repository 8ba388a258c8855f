/** Nodes with the size of their symbols and texts, as pictures draw them. Pure. */
import type { FigureEdge, FigureNode, FigureRegion, Junction, Point, Sheet } from '../../lib/types';
import { aligned, along, bridges, crosses, distance, grown, lengthOf, meets, middle, type Rect } from './geometry';
import { LINE, linesOf, widest } from './text';

/** The side of a task, and how broad the strip of a split or join is. */
export const SIZE = 44;
export const STRIP = 12;
export const HALF = SIZE / 2;
export const MARGIN = 20;

/** Between a symbol and the texts under it. */
export const GAP = 7;

const LABEL = 128;
const INSIDE = 200;
const GUARD = 156;
const GUARD_LINES = 3;

/** A node with the middle of its symbol, and how far the symbol reaches from there. */
export interface Box {
  node: FigureNode;
  x: number;
  y: number;
  left: number;
  right: number;
  half: number;
  label: string[];
  who: string[];
  /** How wide its texts are. */
  text: number;
  /** With its texts. */
  width: number;
  /** How far it reaches down with its texts. */
  below: number;
}

/** What stands on an edge, by its left upper corner. */
export interface Label extends Rect {
  lines: string[];
}

/** An edge with the points of its line. */
export interface Line {
  edge: FigureEdge;
  points: Point[];
  label: Label | null;
}

/** One sheet with the places of everything. */
export interface Laid {
  width: number;
  height: number;
  boxes: Map<string, Box>;
  lines: Line[];
  /** Labels that are too long for their edges, by the number that stands there instead. */
  footnotes: string[];
}

/** A node without a place. */
export function boxOf(node: FigureNode): Box {
  const title = node.label.trim() === '' ? [] : linesOf(node.shape === 'box' ? node.label : node.label.replaceAll('_', ' '), node.shape === 'box' ? INSIDE : LABEL);
  const who = node.who.trim() === '' ? [] : linesOf(node.who, node.shape === 'box' ? INSIDE : LABEL);
  const text = Math.max(widest(title), widest(who));
  const lines = title.length + who.length;
  let left = HALF - 4;
  let right = HALF - 4;
  let half = HALF - 4;
  if (node.shape === 'task') {
    left = HALF + (node.join === 'none' ? 0 : STRIP);
    right = HALF + (node.split === 'none' ? 0 : STRIP);
    half = HALF;
  } else if (node.shape === 'box') {
    left = right = Math.max(24, text) / 2 + 12;
    half = Math.max(18, (lines * LINE) / 2 + 7);
  }
  const inside = node.shape === 'box';
  return {
    node,
    x: 0,
    y: 0,
    left,
    right,
    half,
    label: title,
    who,
    text: Math.ceil(text),
    width: Math.max(2 * Math.max(left, right), inside ? 0 : Math.ceil(text) + 4),
    below: half + (inside || lines === 0 ? 0 : GAP + lines * LINE),
  };
}

/** The same box around another point. */
export function moved(box: Box, x: number, y: number): Box {
  return { ...box, x, y };
}

/** The symbol of a box, with its strips. */
export function symbolOf(box: Box): Rect {
  const up = box.node.stacked ? 5 : 0;
  return { x: box.x - box.left, y: box.y - box.half - up, width: box.left + box.right, height: 2 * box.half + up };
}

/** The texts under a symbol. */
export function wordsOf(box: Box): Rect {
  return { x: box.x - box.width / 2, y: box.y + box.half, width: box.width, height: box.below - box.half };
}

/** The text on an edge without a place: its label if that is short, else the number of a footnote. */
export function labelOf(edge: FigureEdge, footnotes: string[]): Label | null {
  const text = edge.label.trim();
  if (text === '') {
    return null;
  }
  let lines = linesOf(text, GUARD);
  if (lines.length > GUARD_LINES) {
    if (!footnotes.includes(text)) {
      footnotes.push(text);
    }
    lines = [`[${footnotes.indexOf(text) + 1}]`];
  }
  return { lines, x: 0, y: 0, width: Math.ceil(widest(lines)) + 8, height: lines.length * LINE + 2 };
}

/** The corners of a split's or join's mark in its strip: AND points into the task, XOR away from it, OR is a diamond. */
export function decorator(junction: Junction, join: boolean, x: number, y: number, half = HALF, strip = STRIP): Point[] {
  const left = x;
  const right = x + strip;
  if (junction === 'none') {
    return [];
  }
  if (junction === 'or') {
    return [
      { x: left, y },
      { x: (left + right) / 2, y: y - half },
      { x: right, y },
      { x: (left + right) / 2, y: y + half },
    ];
  }
  return (junction === 'and') === join
    ? [
        { x: left, y: y - half },
        { x: right, y },
        { x: left, y: y + half },
      ]
    : [
        { x: right, y: y - half },
        { x: left, y },
        { x: right, y: y + half },
      ];
}

/** Where the token of an edge is: its middle; behind its label if the label stands there. */
export function tokenOnLine(line: Line): Point {
  const length = lengthOf(line.points);
  for (const share of [0.5, 0.6, 0.4, 0.7, 0.3, 0.8, 0.2]) {
    const point = along(line.points, length * share);
    if (!line.label || !meets({ x: point.x - 10, y: point.y - 10, width: 20, height: 20 }, line.label)) {
      return { x: point.x, y: point.y };
    }
  }
  const point = along(line.points, length / 2);
  return { x: point.x, y: point.y };
}

/** Where the token of a node is: inside of a condition, at the corner of a task. */
export function tokenOnBox(box: Box): Point {
  if (box.node.shape === 'task') {
    return { x: box.x + HALF - 3, y: box.y + HALF - 4 };
  }
  return box.node.shape === 'box' ? { x: box.x + box.right - 6, y: box.y + box.half - 2 } : { x: box.x, y: box.y };
}

/** Where the tokens of a sheet can be: by ids of nodes and marks of edges. */
export function tokenPlaces(laid: Laid): Map<string, Point> {
  const places = new Map<string, Point>();
  for (const line of laid.lines) {
    if (line.edge.mark !== '') {
      places.set(line.edge.mark, tokenOnLine(line));
    }
  }
  for (const [id, box] of laid.boxes) {
    places.set(id, tokenOnBox(box));
  }
  return places;
}

/** A stroke across the beginning of a line, not quite upright to it: the default branch. */
export function tickOf(points: Point[]): Point[] {
  const first = points.length > 1 ? distance(points[0]!, points[1]!) : 0;
  const at = along(points, Math.min(Math.max(8, first * 0.5), 12, lengthOf(points) * 0.4));
  return [
    { x: at.x - 6 * at.dy - 3 * at.dx, y: at.y + 6 * at.dx - 3 * at.dy },
    { x: at.x + 6 * at.dy + 3 * at.dx, y: at.y - 6 * at.dx + 3 * at.dy },
  ];
}

/** The rectangles that make up the area of a region: its nodes with their texts, the middles of its edges, and bridges between them. */
export function areaOf(region: FigureRegion, laid: Laid, letters: Point[] = []): { parts: Rect[]; joined: Rect[] } {
  const parts: Rect[] = [];
  const inside = new Set(region.nodes);
  for (const id of region.nodes) {
    const box = laid.boxes.get(id);
    if (box) {
      parts.push({ x: box.x - box.width / 2 - 6, y: box.y - box.half - 10, width: box.width + 12, height: box.half + box.below + 15 });
    }
  }
  let next = 0;
  for (const line of laid.lines) {
    if (line.edge.mark !== '' && region.edges.includes(line.edge.mark)) {
      const token = tokenOnLine(line);
      const at = letters[next++] ?? token;
      const far = distance(at, token) > 40;
      // The token and the letter, if they are near to each other.
      const x = far ? at.x : Math.min(at.x, token.x);
      const y = far ? at.y : Math.min(at.y, token.y);
      parts.push({ x: x - 11, y: y - 11, width: 22 + (far ? 0 : Math.abs(at.x - token.x)), height: 22 + (far ? 0 : Math.abs(at.y - token.y)) });
    }
  }
  const outside = [...laid.boxes.values()].filter((box) => !inside.has(box.node.id)).flatMap((box) => [grown(symbolOf(box), 3), wordsOf(box)]);
  const lined = aligned(parts);
  return { parts: lined, joined: [...lined, ...bridges(lined, outside, 130)] };
}

/** Where the letters of regions stand at their lines: near to the place of the token, beside the line, and on no text, symbol or other letter. */
export function letterPlaces(regions: FigureRegion[], laid: Laid): Point[][] {
  const taken: Rect[] = laid.lines.flatMap((line) => (line.label ? [grown(line.label, -1)] : []));
  for (const box of laid.boxes.values()) {
    taken.push(grown(symbolOf(box), 1), { x: box.x - box.text / 2, y: box.y + box.half, width: box.text, height: box.below - box.half });
  }
  return regions.map((region) =>
    laid.lines.flatMap((line) => {
      if (line.edge.mark === '' || !region.edges.includes(line.edge.mark)) {
        return [];
      }
      const length = lengthOf(line.points);
      const token = tokenOnLine(line);
      const tries: { x: number; y: number; cost: number }[] = [];
      for (let share = 0.1; share <= 0.91; share += 0.05) {
        const on = along(line.points, length * share);
        for (const [dx, dy] of Math.abs(on.dx) > Math.abs(on.dy) ? ([[0, 14], [0, -14]] as const) : ([[14, 0], [-14, 0]] as const)) {
          const at = { x: on.x + dx, y: on.y + dy };
          const rect = { x: at.x - 7, y: at.y - 7, width: 14, height: 14 };
          const crossed = laid.lines.filter((other) => other.points.some((point, i) => i > 0 && crosses(other.points[i - 1]!, point, rect))).length;
          tries.push({ ...at, cost: distance(on, token) + 30 * crossed + 1_000 * taken.filter((each) => meets(each, rect)).length });
        }
      }
      const best = tries.reduce((a, b) => (b.cost < a.cost ? b : a));
      taken.push({ x: best.x - 7, y: best.y - 7, width: 14, height: 14 });
      return [{ x: best.x, y: best.y }];
    }),
  );
}

/** The line from the node to which a region belongs to its area: the one that goes through the fewest symbols and texts, then the shortest. */
export function tieOf(owner: Box, parts: Rect[], laid: Laid): Point[] | null {
  const own = symbolOf(owner);
  const around: Rect = { x: owner.x - owner.width / 2, y: own.y, width: owner.width, height: owner.y + owner.below - own.y };
  if (parts.length === 0 || parts.some((each) => meets(each, grown(own, -6)))) {
    return null;
  }
  const starts: Point[] = [
    { x: owner.x, y: own.y },
    { x: own.x + own.width - 3, y: own.y },
    { x: own.x + 3, y: own.y },
    { x: owner.x, y: owner.y + owner.below + 4 },
    { x: own.x, y: owner.y + owner.half - 8 },
    { x: own.x + own.width, y: owner.y + owner.half - 8 },
  ];
  const others = [...laid.boxes.values()].filter((box) => box !== owner);
  const obstacles = [...others.flatMap((box) => [symbolOf(box), wordsOf(box)]), ...laid.lines.flatMap((line) => (line.label ? [line.label] : []))];
  let best: { way: Point[]; cost: number } | undefined;
  for (const rect of parts) {
    const at = middle(rect);
    for (const start of starts) {
      const end = { x: Math.min(Math.max(start.x, rect.x + 6), rect.x + rect.width - 6), y: Math.min(Math.max(start.y, rect.y + 6), rect.y + rect.height - 6) };
      const edge = Math.abs(end.x - start.x) > Math.abs(end.y - start.y) ? { x: start.x < at.x ? rect.x : rect.x + rect.width, y: end.y } : { x: end.x, y: start.y < at.y ? rect.y : rect.y + rect.height };
      for (const way of [[start, edge], [start, { x: start.x, y: edge.y }, edge], [start, { x: edge.x, y: start.y }, edge]]) {
        // A line under a text looks like a stroke of it.
        let cost = lengthOf(way) + (way.length - 2) * 12 + (start === starts[3] && owner.below > owner.half ? 120 : 0);
        // Nor one that runs down along the side of its node.
        cost += starts.indexOf(start) > 3 && Math.abs(way[1]!.x - start.x) < 4 ? 400 : 0;
        for (let i = 0; i + 1 < way.length; i++) {
          if (distance(way[i]!, way[i + 1]!) < 0.5) {
            continue;
          }
          cost += 1_000 * obstacles.filter((each) => !meets(each, grown(rect, -1)) && crosses(way[i]!, way[i + 1]!, each)).length;
          cost += crosses(way[i]!, way[i + 1]!, grown(around, -0.5)) ? 3_000 : 0;
        }
        if (!best || cost < best.cost) {
          best = { way, cost };
        }
      }
    }
  }
  return best ? best.way : null;
}

/** The letter of a region. */
export function letter(number: number): string {
  return number < 26 ? String.fromCharCode(65 + number) : letter(Math.floor(number / 26) - 1) + letter(number % 26);
}

/** The title of a sheet; the first one is not named twice. */
export function headingOf(sheet: Sheet, first: boolean, several: boolean): string {
  const title = sheet.title.trim() === '' ? sheet.name : sheet.title;
  return first && !several ? '' : title.replaceAll('_', ' ');
}
