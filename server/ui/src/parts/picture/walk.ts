/** Walking through a picture with the arrow keys. Pure. */
import type { Placed } from './stage';

/** A node of a sheet. */
export interface Spot {
  sheet: number;
  node: string;
}

export type Way = 'next' | 'back' | 'up' | 'down' | 'first' | 'last';

/** The nodes of a sheet in the order in which one reads them: along the flow from its beginning, branches from above. */
export function order(placed: Placed): string[] {
  const { laid } = placed;
  const targets = new Set(laid.lines.filter((line) => line.edge.from !== line.edge.to).map((line) => line.edge.to));
  const all = [...laid.boxes.values()].sort((a, b) => a.x - b.x || a.y - b.y);
  const begins = [...all.filter((box) => box.node.shape === 'start'), ...all.filter((box) => box.node.shape !== 'start' && !targets.has(box.node.id)), ...all];
  const found: string[] = [];
  const seen = new Set<string>();
  for (const begin of begins) {
    const queue = [begin.node.id];
    while (queue.length > 0) {
      const id = queue.shift()!;
      if (!seen.has(id)) {
        seen.add(id);
        found.push(id);
        queue.push(...neighbours(placed, id, true));
      }
    }
  }
  return found;
}

/** The nodes after (or before) a node, from above. */
export function neighbours(placed: Placed, node: string, forward: boolean): string[] {
  const ids = new Set<string>();
  for (const { edge } of placed.laid.lines) {
    if ((forward ? edge.from : edge.to) === node && edge.from !== edge.to) {
      ids.add(forward ? edge.to : edge.from);
    }
  }
  return [...ids].sort((a, b) => placed.laid.boxes.get(a)!.y - placed.laid.boxes.get(b)!.y);
}

/** Where an arrow key leads: along the flow, to a sibling, or to what lies above or below; at the end of a sheet to the next one. */
export function walk(sheets: Placed[], from: Spot, way: Way): Spot {
  const placed = sheets[from.sheet];
  const here = placed?.laid.boxes.get(from.node);
  if (!placed || !here) {
    return from;
  }
  if (way === 'first' || way === 'last') {
    const at = way === 'first' ? sheets.findIndex((each) => each.laid.boxes.size > 0) : sheets.findLastIndex((each) => each.laid.boxes.size > 0);
    const ids = order(sheets[at]!);
    return { sheet: at, node: way === 'first' ? ids[0]! : ids[ids.length - 1]! };
  }
  if (way === 'next' || way === 'back') {
    const choices = neighbours(placed, from.node, way === 'next');
    const straight = [...choices].sort((a, b) => Math.abs(placed.laid.boxes.get(a)!.y - here.y) - Math.abs(placed.laid.boxes.get(b)!.y - here.y));
    return straight.length === 0 ? from : { sheet: from.sheet, node: straight[0]! };
  }
  const down = way === 'down';
  const siblings = new Set([
    ...neighbours(placed, from.node, false).flatMap((each) => neighbours(placed, each, true)),
    ...neighbours(placed, from.node, true).flatMap((each) => neighbours(placed, each, false)),
  ]);
  siblings.delete(from.node);
  const beyond = (ids: Iterable<string>) =>
    [...ids]
      .map((id) => placed.laid.boxes.get(id)!)
      .filter((box) => box !== here && (down ? box.y > here.y + 1 : box.y < here.y - 1))
      .sort((a, b) => Math.abs(a.y - here.y) - Math.abs(b.y - here.y) || Math.abs(a.x - here.x) - Math.abs(b.x - here.x));
  const column = [...placed.laid.boxes.values()].filter((box) => Math.abs(box.x - here.x) < Math.max(box.width, here.width)).map((box) => box.node.id);
  const found = beyond(siblings)[0] ?? beyond(column)[0];
  if (found) {
    return { sheet: from.sheet, node: found.node.id };
  }
  for (let i = from.sheet + (down ? 1 : -1); i >= 0 && i < sheets.length; i += down ? 1 : -1) {
    const first = order(sheets[i]!)[0];
    if (first !== undefined) {
      return { sheet: i, node: first };
    }
  }
  return from;
}
