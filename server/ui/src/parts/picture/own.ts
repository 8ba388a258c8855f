/**
 * The layout that a file brings along: nodes where it has them, lines with its bends. It is stretched as far as our symbols and labels need
 * more room than those for which it was made. Pure.
 */
import type { FigureEdge, Point, Sheet } from '../../lib/types';
import { boxOf, labelOf, MARGIN, moved, symbolOf, wordsOf, type Box, type Label, type Laid } from './boxes';
import { along, crosses, lengthOf, meets, type Rect } from './geometry';

const MOST_STRETCH = 3;
const MOST_FOR_LABELS = 1.8;
const GAP = 16;

/** How far the ends of an upright part of a line may be apart across. */
const UPRIGHT = 30;

/** Where along its line a label is tried. */
const SHARES = [0.5, 0.4, 0.6, 0.3, 0.7, 0.2, 0.8, 0.45, 0.55, 0.35, 0.65, 0.25, 0.75, 0.15, 0.85, 0.1, 0.9];

/** Whether every node of a sheet has its place, each another one. */
export function hasOwnLayout(sheet: Sheet): boolean {
  return sheet.nodes.length > 0 && sheet.nodes.every((node) => node.at) && new Set(sheet.nodes.map((node) => `${node.at!.x},${node.at!.y}`)).size === sheet.nodes.length;
}

/** The places of a sheet in the layout of its file. */
export function ownLayout(sheet: Sheet): Laid {
  const [across, down] = stretch(sheet);
  const spread = (point: Point): Point => ({ x: point.x * across, y: point.y * down });
  const placed = sheet.nodes.map((node) => {
    const at = spread(node.at!);
    return moved(boxOf(node), at.x, at.y);
  });
  const bends = sheet.edges.flatMap((edge) => edge.bends.map(spread));
  const dx = MARGIN - Math.min(...placed.map((box) => box.x - box.width / 2), ...bends.map((bend) => bend.x));
  const dy = MARGIN + 10 - Math.min(...placed.map((box) => box.y - box.half), ...bends.map((bend) => bend.y));
  const laid: Laid = { width: 0, height: 0, boxes: new Map(), lines: [], footnotes: [] };
  for (const box of placed) {
    laid.boxes.set(box.node.id, moved(box, box.x + dx, box.y + dy));
  }
  const inner = new Map<FigureEdge, Point[]>();
  const ends = sheet.edges.filter((edge) => laid.boxes.has(edge.from) && laid.boxes.has(edge.to));
  for (const edge of ends) {
    inner.set(edge, way(edge, edge.bends.map(spread).map((bend) => ({ x: bend.x + dx, y: bend.y + dy })), laid));
  }
  const labels: Rect[] = [];
  for (const edge of ends) {
    const points = inner.get(edge)!;
    laid.lines.push({ edge, points, label: place(edge, points, [...inner.values()].filter((each) => each !== points), laid, labels) });
  }
  for (const box of laid.boxes.values()) {
    laid.width = Math.max(laid.width, box.x + box.width / 2 + MARGIN);
    laid.height = Math.max(laid.height, box.y + box.below + MARGIN);
  }
  for (const line of laid.lines) {
    for (const point of line.points) {
      laid.width = Math.max(laid.width, point.x + MARGIN);
      laid.height = Math.max(laid.height, point.y + MARGIN);
    }
    if (line.label) {
      laid.width = Math.max(laid.width, line.label.x + line.label.width + MARGIN);
      laid.height = Math.max(laid.height, line.label.y + line.label.height + MARGIN);
    }
  }
  return laid;
}

/** Just as much as the tightest pair needs: next to each other where they are farther apart across, else below each other. */
function stretch(sheet: Sheet): [number, number] {
  let across = 1;
  let down = 1;
  const boxes = sheet.nodes.map(boxOf);
  for (let i = 0; i < boxes.length; i++) {
    for (let j = i + 1; j < boxes.length; j++) {
      const one = boxes[i]!.node.at!;
      const other = boxes[j]!.node.at!;
      const wide = Math.abs(one.x - other.x);
      const high = Math.abs(one.y - other.y);
      const needWide = (boxes[i]!.width + boxes[j]!.width) / 2 + GAP;
      const [upper, lower] = one.y < other.y ? [boxes[i]!, boxes[j]!] : [boxes[j]!, boxes[i]!];
      const needHigh = upper.below + lower.half + GAP;
      if (wide * across >= needWide || high * down >= needHigh) {
        continue;
      }
      const byWide = wide === 0 ? Infinity : needWide / wide;
      const byHigh = high === 0 ? Infinity : needHigh / high;
      if (byWide <= byHigh) {
        across = Math.min(MOST_STRETCH, byWide);
      } else {
        down = Math.min(MOST_STRETCH, byHigh);
      }
    }
  }
  // Labels need room along their lines, too; not at any price.
  for (const edge of sheet.edges) {
    const from = boxes.find((box) => box.node.id === edge.from);
    const to = boxes.find((box) => box.node.id === edge.to);
    const label = labelOf(edge, []);
    if (from && to && label) {
      const wide = Math.abs(from.node.at!.x - to.node.at!.x);
      if (wide > 0 && wide >= Math.abs(from.node.at!.y - to.node.at!.y) * 0.5) {
        across = Math.max(across, Math.min(MOST_FOR_LABELS, (Math.max(from.left, from.right) + Math.max(to.left, to.right) + label.width + 30) / wide));
      }
    }
  }
  return [across, down];
}

function way(edge: FigureEdge, bends: Point[], laid: Laid): Point[] {
  const from = laid.boxes.get(edge.from)!;
  const to = laid.boxes.get(edge.to)!;
  let inner = bends.filter((point) => !inside(from, point) && !inside(to, point));
  if (edge.from === edge.to && inner.length < 2) {
    const up = from.y - from.half - 22;
    inner = [
      { x: from.x + from.right + 14, y: from.y },
      { x: from.x + from.right + 14, y: up },
      { x: from.x - from.left - 14, y: up },
      { x: from.x - from.left - 14, y: from.y },
    ];
  }
  for (let i = 0; i + 1 < inner.length; i++) {
    clear(inner, i, from, to, laid);
  }
  const direct = [leave(from, inner[0] ?? to), ...inner, leave(to, inner[inner.length - 1] ?? from)];
  return around(direct, from, to, laid);
}

/** What no line between two nodes may cross: all texts, and the symbols of other nodes. */
function blocks(from: Box, to: Box, laid: Laid): Rect[] {
  return [...laid.boxes.values()].flatMap((box) => {
    const text = { x: box.x - box.text / 2, y: box.y + box.half + 2, width: box.text, height: box.below - box.half - 2 };
    return [...(box === from || box === to ? [] : [symbolOf(box)]), ...(box.below > box.half ? [text] : [])];
  });
}

const isFree = (points: Point[], rects: Rect[]) => points.every((point, i) => i === 0 || !rects.some((rect) => crosses(points[i - 1]!, point, rect)));

/** How many lines of a layout go through texts or symbols, or have labels that lie on them: a file's layout was made for smaller ones, and cannot always be kept. */
export function struck(laid: Laid): number {
  const all = [...laid.boxes.values()];
  return laid.lines.filter((line) => {
    const through = !isFree(line.points, blocks(laid.boxes.get(line.edge.from)!, laid.boxes.get(line.edge.to)!, laid));
    return through || (line.label !== null && all.some((box) => meets(line.label!, symbolOf(box)) || (box.below > box.half && meets(line.label!, { ...wordsOf(box), x: box.x - box.text / 2, width: box.text }))));
  }).length;
}

/** A line that would go through a third node or through texts goes around it, by one corner or two, if that is free. */
function around(direct: Point[], from: Box, to: Box, laid: Laid): Point[] {
  const rects = blocks(from, to, laid);
  const free = (points: Point[]) => isFree(points, rects);
  if (free(direct)) {
    return direct;
  }
  const rows = new Set<number>();
  for (const box of laid.boxes.values()) {
    rows.add(box.y - box.half - 12);
    rows.add(box.y + box.below + 8);
  }
  const ways: Point[][] = [];
  const side = to.x >= from.x ? 1 : -1;
  const begin = { x: from.x + side * (side > 0 ? from.right : from.left), y: from.y };
  const end = { x: to.x - side * (side > 0 ? to.left : to.right), y: to.y };
  ways.push([begin, { x: to.x, y: from.y }, { x: to.x, y: to.y + (from.y < to.y ? -to.half : to.below) }]);
  ways.push([{ x: from.x, y: from.y + (to.y < from.y ? -from.half : from.below) }, { x: from.x, y: to.y }, end]);
  const middle = (begin.x + end.x) / 2;
  ways.push([begin, { x: middle, y: begin.y }, { x: middle, y: end.y }, end]);
  for (const y of [...rows].sort((a, b) => Math.abs(a - from.y) + Math.abs(a - to.y) - Math.abs(b - from.y) - Math.abs(b - to.y))) {
    const out = from.x + side * ((side > 0 ? from.right : from.left) + 10);
    const into = to.x - side * ((side > 0 ? to.left : to.right) + 14);
    ways.push([begin, { x: out, y: begin.y }, { x: out, y }, { x: into, y }, { x: into, y: end.y }, end]);
  }
  const columns = [...laid.boxes.values()].flatMap((box) => [box.x - box.width / 2 - 10, box.x + box.width / 2 + 10]);
  for (const x of columns.sort((a, b) => Math.abs(a - from.x) + Math.abs(a - to.x) - Math.abs(b - from.x) - Math.abs(b - to.x))) {
    const out = x >= from.x ? from.x + from.right : from.x - from.left;
    const into = x >= to.x ? to.x + to.right : to.x - to.left;
    ways.push([{ x: out, y: from.y }, { x, y: from.y }, { x, y: to.y }, { x: into, y: to.y }]);
  }
  return ways.find(free) ?? direct;
}

/** An upright part of a line goes beside a node that is in its way: our symbols are larger than those of the file's editor. */
function clear(inner: Point[], index: number, from: Box, to: Box, laid: Laid): void {
  const one = inner[index]!;
  const other = inner[index + 1]!;
  if (Math.abs(one.x - other.x) > UPRIGHT) {
    return;
  }
  const swept: Rect = { x: Math.min(one.x, other.x) - 1, y: Math.min(one.y, other.y), width: Math.abs(one.x - other.x) + 2, height: Math.abs(one.y - other.y) };
  for (const box of laid.boxes.values()) {
    if (box !== from && box !== to && (meets(swept, symbolOf(box)) || meets(swept, wordsOf(box)))) {
      const reach = Math.max(box.left, box.right, box.width / 2) + 8;
      const side = (one.x + other.x) / 2 < box.x ? box.x - reach : box.x + reach;
      inner[index] = { x: side, y: one.y };
      inner[index + 1] = { x: side, y: other.y };
      return;
    }
  }
}

/** Where a label stands: above its line or at its side, between symbols, lines and other labels; the number of a footnote if there is no room. */
function place(edge: FigureEdge, points: Point[], others: Point[][], laid: Laid, labels: Rect[]): Label | null {
  const label = labelOf(edge, laid.footnotes);
  if (!label) {
    return null;
  }
  const text = edge.label.trim();
  let found = fitting(label, points, others, laid, labels);
  if (found.cost > 0 && edge.otherwise && text === 'otherwise') {
    // The stroke across the line says so already.
    return null;
  }
  if (found.cost > 0 && text.length > 4) {
    if (!laid.footnotes.includes(text)) {
      laid.footnotes.push(text);
    }
    found = fitting(labelOf({ ...edge, label: `[${laid.footnotes.indexOf(text) + 1}]` }, laid.footnotes)!, points, others, laid, labels);
  }
  labels.push(found.label);
  return found.label;
}

/** The place of a label that has the least in its way. */
function fitting(label: Label, points: Point[], others: Point[][], laid: Laid, labels: Rect[]): { label: Label; cost: number } {
  let best: { label: Label; cost: number } | undefined;
  for (const share of SHARES) {
    for (let side = 0; side < 4; side++) {
      const tried = beside(label, points, share, side);
      const boxes = [...laid.boxes.values()].filter((box) => meets(tried, symbolOf(box)) || meets(tried, wordsOf(box))).length;
      const lines = [points, ...others].filter((each) => each.some((point, i) => i > 0 && crosses(each[i - 1]!, point, tried))).length;
      const cost = (tried.x > 0 && tried.y > 0 ? 0 : 100) + 100 * labels.filter((each) => meets(tried, each)).length + 100 * boxes + lines;
      if (!best || cost < best.cost) {
        best = { label: tried, cost };
      }
      if (cost === 0) {
        return best;
      }
    }
  }
  return best!;
}

/** A label above (0), below (1), right (2) or left (3) of a point of a line. */
function beside(label: Label, points: Point[], share: number, side: number): Label {
  const at = along(points, lengthOf(points) * share);
  // A line that slants comes nearer to the corners of a label than to its middle.
  const lean = Math.abs(at.dy) < 0.05 ? 0 : Math.min(20, (label.width / 2) * Math.abs(at.dy / Math.max(0.05, Math.abs(at.dx))));
  const tilt = Math.abs(at.dx) < 0.05 ? 0 : Math.min(24, (label.height / 2) * Math.abs(at.dx / Math.max(0.05, Math.abs(at.dy))));
  switch (side) {
    case 0:
      return { ...label, x: at.x - label.width / 2, y: at.y - label.height - 3 - lean };
    case 1:
      return { ...label, x: at.x - label.width / 2, y: at.y + 3 + lean };
    case 2:
      return { ...label, x: at.x + 3 + tilt, y: at.y - label.height / 2 };
    default:
      return { ...label, x: at.x - label.width - 3 - tilt, y: at.y - label.height / 2 };
  }
}

/** Whether a point is in the symbol, or in what is written under it. */
function inside(box: Box, point: Point): boolean {
  const under = point.y >= box.y && point.y < box.y + box.below && Math.abs(point.x - box.x) < box.width / 2;
  return under || (point.x > box.x - box.left && point.x < box.x + box.right && Math.abs(point.y - box.y) < box.half);
}

/** Where a line to a point leaves the symbol: at its sides where the way goes to a side, where joins and splits are; never through its texts. */
function leave(box: Box, to: Point): Point {
  const dx = to.x - box.x;
  const dy = to.y - box.y;
  const reach = dx >= 0 ? box.right : box.left;
  const written = dy > box.half && reach + ((Math.abs(dx) - reach) * box.half) / dy < box.width / 2;
  if (!written && Math.abs(dx) > reach + 6 && Math.abs(dx) >= Math.abs(dy) * 0.6) {
    return { x: box.x + Math.sign(dx) * reach, y: box.y };
  }
  const round = box.node.shape !== 'task' && box.node.shape !== 'box';
  if (round && dy <= 0) {
    const far = Math.max(1, Math.hypot(dx, dy));
    return { x: box.x + (dx / far) * box.half, y: box.y + (dy / far) * box.half };
  }
  if (dy > 0 && box.below > box.half && box.node.shape === 'task' && box.text / 2 + 6 < box.right) {
    // Past a short text to the lower side of the symbol.
    const low = { x: box.x + (dx >= 0 ? 1 : -1) * Math.min(reach - 4, Math.max(box.text / 2 + 8, Math.abs(dx))), y: box.y + box.half };
    if (!crosses(low, to, { x: box.x - box.text / 2 - 2, y: box.y + box.half, width: box.text + 4, height: box.below - box.half })) {
      return low;
    }
  }
  const down = dy > 0 ? box.below : box.half;
  const share = Math.min(dx === 0 ? Infinity : Math.max(reach, dy > 0 ? box.width / 2 : 0) / Math.abs(dx), dy === 0 ? Infinity : down / Math.abs(dy));
  return share === Infinity ? { x: box.x, y: box.y } : { x: box.x + dx * share, y: box.y + dy * share };
}

