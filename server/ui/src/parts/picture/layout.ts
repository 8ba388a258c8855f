/** Where everything of a picture is: the layout of its file, or ELK's layers from left to right. Laid out once for each structure. */
import type { ElkExtendedEdge, ElkNode } from 'elkjs/lib/elk-api';
import type { Figure, FigureEdge, Point, Sheet } from '../../lib/types';
import { boxOf, labelOf, MARGIN, moved, type Box, type Label, type Laid } from './boxes';
import { elk } from './elk';
import { keepLayout, keptLayout } from './kept';
import { hasOwnLayout, ownLayout, struck } from './own';

/** Lays graphs out; given to tests. */
export type Engine = (graph: ElkNode) => Promise<ElkNode>;

const OPTIONS: Record<string, string> = {
  'elk.algorithm': 'layered',
  'elk.direction': 'RIGHT',
  'elk.edgeRouting': 'ORTHOGONAL',
  'elk.randomSeed': '1',
  'elk.spacing.nodeNode': '26',
  'elk.spacing.edgeNode': '14',
  'elk.spacing.edgeEdge': '12',
  'elk.spacing.edgeLabel': '3',
  'elk.spacing.componentComponent': '36',
  'elk.layered.spacing.nodeNodeBetweenLayers': '34',
  'elk.layered.spacing.edgeNodeBetweenLayers': '16',
  'elk.layered.spacing.edgeEdgeBetweenLayers': '11',
  'elk.layered.nodePlacement.strategy': 'NETWORK_SIMPLEX',
  'elk.layered.nodePlacement.networkSimplex.nodeFlexibility.default': 'NONE',
  'elk.layered.cycleBreaking.strategy': 'DEPTH_FIRST',
  'elk.layered.considerModelOrder.strategy': 'PREFER_EDGES',
  'elk.layered.edgeLabels.sideSelection': 'ALWAYS_UP',
  'elk.layered.edgeLabels.centerLabelPlacementStrategy': 'TAIL_LAYER',
  'elk.layered.thoroughness': '12',
  'elk.padding': `[top=${MARGIN + 8},left=${MARGIN},bottom=${MARGIN},right=${MARGIN}]`,
};

/** A sheet as a graph for ELK: texts under symbols are their labels, every edge has a port of its own at the symbol's side. */
export function graphOf(sheet: Sheet, options: Record<string, string> = {}): { graph: ElkNode; boxes: Map<string, Box>; edges: FigureEdge[]; labels: (Label | null)[]; footnotes: string[] } {
  const boxes = new Map(sheet.nodes.map((node) => [node.id, boxOf(node)]));
  const edges = sheet.edges.filter((edge) => boxes.has(edge.from) && boxes.has(edge.to));
  const footnotes: string[] = [];
  const labels = edges.map((edge) => labelOf(edge, footnotes));
  const children: ElkNode[] = [...boxes.values()].map((box, i) => {
    const outgoing = edges.flatMap((edge, e) => (edge.from === box.node.id ? [e] : []));
    const incoming = edges.flatMap((edge, e) => (edge.to === box.node.id ? [e] : []));
    const most = Math.max(outgoing.length, incoming.length, 2);
    const room = box.node.shape === 'task' || box.node.shape === 'box' ? 2 * box.half - 12 : box.half;
    const layoutOptions: Record<string, string> = {
      'elk.portConstraints': 'FIXED_SIDE',
      'elk.portAlignment.default': 'CENTER',
      'elk.nodeLabels.placement': '[OUTSIDE, V_BOTTOM, H_CENTER]',
      'elk.spacing.labelNode': '0',
    };
    if (box.node.shape === 'start' && incoming.length === 0) {
      layoutOptions['elk.layered.layering.layerConstraint'] = 'FIRST';
    }
    if (box.node.shape === 'end' && outgoing.length === 0) {
      layoutOptions['elk.layered.layering.layerConstraint'] = 'LAST';
    }
    const port = (id: string, side: string) => ({ id, width: 0, height: 0, layoutOptions: { 'elk.port.side': side } });
    return {
      id: `n${i}`,
      width: box.left + box.right,
      height: 2 * box.half,
      labels: box.below > box.half ? [{ text: 'x', width: box.width + Math.abs(box.left - box.right), height: box.below - box.half }] : [],
      ports: [...incoming.map((e) => port(`i${e}`, 'WEST')), ...outgoing.map((e) => port(`o${e}`, 'EAST'))],
      layoutOptions,
      individualSpacings: { 'elk.spacing.portPort': String(Math.min(10, room / (most - 1))) },
    } as ElkNode;
  });
  const links: ElkExtendedEdge[] = edges.map((edge, e) => ({
    id: `e${e}`,
    sources: [`o${e}`],
    targets: [`i${e}`],
    ...(labels[e] ? { labels: [{ text: 'x', width: labels[e].width, height: labels[e].height, layoutOptions: { 'elk.edgeLabels.placement': 'CENTER' } }] } : {}),
    layoutOptions: {
      // A message or a failure leaves the flow of control as straight as it is.
      ...(edge.dashed ? { 'elk.layered.priority.straightness': '0', 'elk.layered.priority.shortness': '0' } : {}),
    },
  }));
  return { graph: { id: 'root', layoutOptions: { ...OPTIONS, ...options }, children, edges: links }, boxes, edges, labels, footnotes };
}

/** Places from ELK's answer. Lines end at the symbols, which may be round. */
export function laidOf(graph: ElkNode, from: ReturnType<typeof graphOf>): Laid {
  const laid: Laid = { width: graph.width ?? 0, height: graph.height ?? 0, boxes: new Map(), lines: [], footnotes: from.footnotes };
  const ids = [...from.boxes.keys()];
  for (const child of graph.children ?? []) {
    const id = ids[Number(child.id.slice(1))]!;
    const box = from.boxes.get(id)!;
    laid.boxes.set(id, moved(box, child.x! + box.left, child.y! + box.half));
  }
  for (const link of graph.edges ?? []) {
    const e = Number(link.id.slice(1));
    const edge = from.edges[e]!;
    const points: Point[] = (link.sections ?? []).flatMap((section) => [section.startPoint, ...(section.bendPoints ?? []), section.endPoint]).map((point) => ({ x: point.x, y: point.y }));
    if (points.length < 2) {
      continue;
    }
    const first = points[0]!;
    const last = points[points.length - 1]!;
    first.x = side(laid.boxes.get(edge.from)!, first.y, 1);
    last.x = side(laid.boxes.get(edge.to)!, last.y, -1);
    const given = link.labels?.[0];
    const label = from.labels[e];
    laid.lines.push({ edge, points: simple(points), label: label && given ? { ...label, x: given.x!, y: given.y! } : null });
  }
  return laid;
}

/** The side of a symbol at a height. */
function side(box: Box, y: number, direction: 1 | -1): number {
  if (box.node.shape === 'task' || box.node.shape === 'box') {
    return box.x + direction * (direction > 0 ? box.right : box.left);
  }
  const off = Math.min(box.half, Math.abs(y - box.y));
  return box.x + direction * Math.sqrt(box.half * box.half - off * off);
}

/** A line without points that lie on the way between their neighbours. */
function simple(points: Point[]): Point[] {
  return points.filter((point, i) => {
    const before = points[i - 1];
    const after = points[i + 1];
    return !before || !after || !((Math.abs(before.x - point.x) < 0.1 && Math.abs(point.x - after.x) < 0.1) || (Math.abs(before.y - point.y) < 0.1 && Math.abs(point.y - after.y) < 0.1));
  });
}

/** From how many nodes on a quicker placement is used, and only one layout is tried. */
const MANY = 60;

/** Lays one sheet out by ELK; one that is much wider than the room goes on in rows where a single line can be cut, if that helps. */
export async function layered(sheet: Sheet, room: number, engine: Engine = elk): Promise<Laid> {
  if (sheet.nodes.length === 0) {
    return { width: 0, height: 0, boxes: new Map(), lines: [], footnotes: [] };
  }
  const many = sheet.nodes.length >= MANY;
  const options: Record<string, string> = many ? { 'elk.layered.nodePlacement.strategy': 'BRANDES_KOEPF', 'elk.layered.nodePlacement.bk.fixedAlignment': 'BALANCED', 'elk.layered.thoroughness': '6' } : {};
  const lay = async (more: Record<string, string>) => {
    const from = graphOf(sheet, { ...options, ...more });
    return laidOf(await engine(from.graph), from);
  };
  const isWide = (size: { width: number; height: number }) => size.width > room * 1.35 && size.width > 3 * size.height;
  // ELK takes the aspect ratio as a hint only.
  const inRows = (size: { width: number; height: number }, factor: number) =>
    lay({
      'elk.layered.wrapping.strategy': 'SINGLE_EDGE',
      'elk.layered.wrapping.additionalEdgeSpacing': '16',
      'elk.aspectRatio': String((factor * room) / Math.max(1, Math.ceil(size.width / room) * (size.height + 40))),
    });
  if (many) {
    const size = guessOf(sheet);
    return isWide(size) ? inRows(size, 0.7) : lay({});
  }
  let best = await lay({});
  if (isWide(best)) {
    const straight = best;
    for (const factor of [1, 1.5, 2.2]) {
      const rows = await inRows(straight, factor);
      if (rows.width < straight.width * 0.75 && (best === straight || rows.width <= room * 1.1)) {
        best = rows;
      }
      if (rows.width > room) {
        break;
      }
    }
  }
  return best;
}

const known = new Map<string, Promise<Laid>>();
const ready = new Map<string, Laid>();

/** Sheets whose own layout cannot be kept. */
const broken = new Set<string>();

function keyOf(sheet: Sheet, room: number): string {
  return `${room}|${JSON.stringify([sheet.nodes, sheet.edges])}`;
}

/** The layout of a sheet's file, if it has one in which no line strikes a text through. */
function own(sheet: Sheet, key: string): Laid | null {
  if (!hasOwnLayout(sheet) || broken.has(key)) {
    return null;
  }
  const laid = ownLayout(sheet);
  if (struck(laid) > 0) {
    broken.add(key);
    return null;
  }
  return laid;
}

/** The layouts of a figure's sheets if all are known already. */
export function layoutNow(figure: Figure, room: number): Laid[] | null {
  const all: Laid[] = [];
  for (const sheet of figure.sheets) {
    const key = keyOf(sheet, room);
    const laid = ready.get(key) ?? own(sheet, key) ?? keptLayout(key);
    if (!laid) {
      return null;
    }
    ready.set(key, laid);
    all.push(laid);
  }
  return all;
}

/** The layouts of a figure's sheets. `room` is the width that can be read without scrolling. */
export function layoutOf(figure: Figure, room: number): Promise<Laid[]> {
  return Promise.all(
    figure.sheets.map((sheet) => {
      const key = keyOf(sheet, room);
      let laid = known.get(key);
      if (!laid) {
        const kept = own(sheet, key);
        laid = kept ? Promise.resolve(kept) : layered(sheet, room);
        laid.then(
          (value) => {
            ready.set(key, value);
            if (!kept) {
              keepLayout(key, value);
            }
          },
          () => known.delete(key),
        );
        if (known.size > 200) {
          const oldest = known.keys().next().value!;
          known.delete(oldest);
          ready.delete(oldest);
        }
        known.set(key, laid);
      }
      return laid;
    }),
  );
}

/** About how large a sheet becomes, before it is laid out: so that its place can be kept free. */
export function guess(sheet: Sheet, room: number): { width: number; height: number } {
  const { widths, heights, more } = columns(sheet);
  const size = guessOf(sheet);
  if (!(size.width > room * 1.35 && size.width > 3 * size.height)) {
    return size;
  }
  let height = 2 * MARGIN;
  let width = 0;
  let row = 0;
  widths.forEach((each, i) => {
    if (width > 0 && width + each > room) {
      height += row + 46;
      width = row = 0;
    }
    width += each;
    row = Math.max(row, heights[i]!);
  });
  return { width: room, height: height + row + more };
}

/** The same in one row. */
function guessOf(sheet: Sheet): { width: number; height: number } {
  const { widths, heights, more } = columns(sheet);
  return { width: widths.reduce((sum, each) => sum + each, 2 * MARGIN), height: Math.max(0, ...heights) + 2 * MARGIN + more };
}

/** The columns of a sheet by the longest ways to their nodes, and how much higher it is because of lines back. */
function columns(sheet: Sheet): { widths: number[]; heights: number[]; more: number } {
  const next = new Map<string, FigureEdge[]>();
  for (const edge of sheet.edges) {
    next.set(edge.from, [...(next.get(edge.from) ?? []), edge]);
  }
  const state = new Map<string, 'open' | 'done'>();
  const back = new Set<FigureEdge>();
  const sorted: string[] = [];
  const visit = (first: string) => {
    const stack: { id: string; i: number }[] = [{ id: first, i: 0 }];
    state.set(first, 'open');
    while (stack.length > 0) {
      const top = stack[stack.length - 1]!;
      const edge = next.get(top.id)?.[top.i++];
      if (!edge) {
        state.set(top.id, 'done');
        sorted.unshift(top.id);
        stack.pop();
      } else if (state.get(edge.to) === 'open') {
        back.add(edge);
      } else if (!state.has(edge.to)) {
        state.set(edge.to, 'open');
        stack.push({ id: edge.to, i: 0 });
      }
    }
  };
  for (const node of [...sheet.nodes.filter((each) => each.shape === 'start'), ...sheet.nodes]) {
    if (!state.has(node.id)) {
      visit(node.id);
    }
  }
  const column = new Map<string, number>();
  for (const id of sorted) {
    for (const edge of next.get(id) ?? []) {
      if (!back.has(edge)) {
        column.set(edge.to, Math.max(column.get(edge.to) ?? 0, (column.get(id) ?? 0) + 1));
      }
    }
  }
  const widths: number[] = [];
  const heights: number[] = [];
  const at = (list: number[], i: number) => list[i] ?? 0;
  for (const box of sheet.nodes.map(boxOf)) {
    const i = column.get(box.node.id) ?? 0;
    widths[i] = Math.max(at(widths, i), box.width + 38);
    heights[i] = at(heights, i) + box.half + box.below + 26;
  }
  for (const edge of sheet.edges) {
    const label = labelOf(edge, []);
    const i = column.get(edge.from) ?? 0;
    if (label) {
      widths[i] = Math.max(at(widths, i), label.width + 110);
    }
  }
  const count = Math.max(widths.length, heights.length);
  return { widths: Array.from({ length: count }, (_, i) => at(widths, i)), heights: Array.from({ length: count }, (_, i) => at(heights, i)), more: Math.min(8, back.size) * 14 };
}
