/** Geometry of pictures: ways along lines, rectangles, outlines of areas. Pure. */
import type { Point } from '../../lib/types';

export interface Rect {
  x: number;
  y: number;
  width: number;
  height: number;
}

/** How far two points are from each other. */
export function distance(one: Point, other: Point): number {
  return Math.hypot(other.x - one.x, other.y - one.y);
}

/** The length of a line of several parts. */
export function lengthOf(points: Point[]): number {
  let length = 0;
  for (let i = 0; i + 1 < points.length; i++) {
    length += distance(points[i]!, points[i + 1]!);
  }
  return length;
}

/** The point of a line to which a length leads, and the direction there. */
export function along(points: Point[], length: number): { x: number; y: number; dx: number; dy: number } {
  let left = Math.max(0, length);
  for (let i = 0; i + 1 < points.length; i++) {
    const one = points[i]!;
    const other = points[i + 1]!;
    const part = distance(one, other);
    if (part > 0 && (left <= part || i + 2 === points.length)) {
      const share = Math.min(1, left / part);
      const dx = (other.x - one.x) / part;
      const dy = (other.y - one.y) / part;
      return { x: one.x + (other.x - one.x) * share, y: one.y + (other.y - one.y) * share, dx, dy };
    }
    left -= part;
  }
  const last = points[points.length - 1] ?? { x: 0, y: 0 };
  return { x: last.x, y: last.y, dx: 1, dy: 0 };
}

/** The part of a line between two lengths. */
export function part(points: Point[], from: number, to: number): Point[] {
  const result: Point[] = [];
  const begin = along(points, from);
  result.push({ x: begin.x, y: begin.y });
  let gone = 0;
  for (let i = 1; i + 1 < points.length; i++) {
    gone += distance(points[i - 1]!, points[i]!);
    if (gone > from && gone < to) {
      result.push(points[i]!);
    }
  }
  const end = along(points, to);
  result.push({ x: end.x, y: end.y });
  return result;
}

/** Whether two rectangles have an area in common. */
export function meets(one: Rect, other: Rect): boolean {
  return one.x < other.x + other.width && other.x < one.x + one.width && one.y < other.y + other.height && other.y < one.y + one.height;
}

/** A rectangle that is larger on all sides. */
export function grown(rect: Rect, by: number): Rect {
  return { x: rect.x - by, y: rect.y - by, width: rect.width + 2 * by, height: rect.height + 2 * by };
}

/** The middle of a rectangle. */
export function middle(rect: Rect): Point {
  return { x: rect.x + rect.width / 2, y: rect.y + rect.height / 2 };
}

/** Whether a straight line goes through a rectangle. */
export function crosses(one: Point, other: Point, rect: Rect): boolean {
  let from = 0;
  let to = 1;
  const dx = other.x - one.x;
  const dy = other.y - one.y;
  for (const [p, q] of [
    [-dx, one.x - rect.x],
    [dx, rect.x + rect.width - one.x],
    [-dy, one.y - rect.y],
    [dy, rect.y + rect.height - one.y],
  ] as const) {
    if (p === 0) {
      if (q <= 0) {
        return false;
      }
    } else if (p < 0) {
      from = Math.max(from, q / p);
    } else {
      to = Math.min(to, q / p);
    }
  }
  return from < to;
}

/** Where the way from a point inside of a rectangle to one outside leaves it. */
export function border(rect: Rect, inside: Point, outside: Point): Point {
  const dx = outside.x - inside.x;
  const dy = outside.y - inside.y;
  const byX = dx === 0 ? 1 : ((dx > 0 ? rect.x + rect.width : rect.x) - inside.x) / dx;
  const byY = dy === 0 ? 1 : ((dy > 0 ? rect.y + rect.height : rect.y) - inside.y) / dy;
  const share = Math.min(1, Math.max(0, Math.min(byX, byY)));
  return { x: inside.x + dx * share, y: inside.y + dy * share };
}

/**
 * Rectangles that join what lies near to each other: for every shortest way between two of them (at most `reach` long) as broad a bridge as
 * meets nothing that must stay outside, else a narrow one, else none.
 */
export function bridges(rects: Rect[], outside: Rect[], reach = 320, narrow = 16): Rect[] {
  const found: Rect[] = [];
  const reached = rects.length > 0 ? [0] : [];
  const gap = (a: Rect, b: Rect) => {
    const across = Math.max(0, Math.max(a.x, b.x) - Math.min(a.x + a.width, b.x + b.width));
    const down = Math.max(0, Math.max(a.y, b.y) - Math.min(a.y + a.height, b.y + b.height));
    // What lies next to each other belongs together rather than what lies across a corner.
    return across > 0 && down > 0 ? across + down + 160 : across + down;
  };
  const free = (all: Rect[]) => all.every((each) => !outside.some((other) => meets(each, other)));
  while (reached.length < rects.length) {
    let best: { from: number; to: number; far: number } | undefined;
    for (const from of reached) {
      for (let to = 0; to < rects.length; to++) {
        if (!reached.includes(to)) {
          const far = gap(rects[from]!, rects[to]!);
          if (!best || far < best.far) {
            best = { from, to, far };
          }
        }
      }
    }
    reached.push(best!.to);
    if (best!.far > 0 && best!.far <= reach) {
      found.push(...(bridgesBetween(rects[best!.from]!, rects[best!.to]!, narrow).find(free) ?? []));
    }
  }
  return found;
}

/** Ways to join two rectangles, the best first. */
function bridgesBetween(one: Rect, other: Rect, narrow: number): Rect[][] {
  const ways: Rect[][] = [];
  const [left, right] = one.x + one.width / 2 <= other.x + other.width / 2 ? [one, other] : [other, one];
  const [upper, lower] = one.y + one.height / 2 <= other.y + other.height / 2 ? [one, other] : [other, one];
  const top = Math.max(one.y, other.y);
  const bottom = Math.min(one.y + one.height, other.y + other.height);
  const from = Math.max(one.x, other.x);
  const to = Math.min(one.x + one.width, other.x + other.width);
  if (bottom - top >= narrow) {
    const across = (y: number, height: number) => [{ x: left.x + left.width - 1, y, width: right.x - left.x - left.width + 2, height }];
    ways.push(across(top, bottom - top), across((top + bottom - narrow) / 2, narrow), across(top, narrow), across(bottom - narrow, narrow));
  } else if (to - from >= narrow) {
    const down = (x: number, width: number) => [{ x, y: upper.y + upper.height - 1, width, height: lower.y - upper.y - upper.height + 2 }];
    ways.push(down(from, to - from), down((from + to - narrow) / 2, narrow), down(from, narrow), down(to - narrow, narrow));
  } else {
    for (const [first, second] of [
      [one, other],
      [other, one],
    ] as const) {
      // Across from the one, then up or down to the other.
      const y = middle(first).y;
      const x = middle(second).x;
      const begin = Math.min(middle(first).x, x - narrow / 2);
      const end = Math.max(middle(first).x, x + narrow / 2);
      const up = Math.min(y - narrow / 2, middle(second).y);
      const down = Math.max(y + narrow / 2, middle(second).y);
      ways.push([
        { x: begin, y: y - narrow / 2, width: end - begin, height: narrow },
        { x: x - narrow / 2, y: up, width: narrow, height: down - up },
      ]);
    }
  }
  return ways;
}

/** Rectangles whose sides are nearly in line, in line: each grows to where the outermost of them is. */
export function aligned(rects: Rect[], near = 9): Rect[] {
  const snap = (values: number[], outwards: (a: number, b: number) => number) => {
    const groups = new Map<number, number>();
    let group: number[] = [];
    for (const value of [...new Set(values)].sort((a, b) => a - b)) {
      if (group.length > 0 && value - group[0]! > near) {
        group = [];
      }
      group.push(value);
      const to = group.reduce((a, b) => outwards(a, b));
      group.forEach((each) => groups.set(each, to));
    }
    return (value: number) => groups.get(value)!;
  };
  const left = snap(rects.map((each) => each.x), Math.min);
  const top = snap(rects.map((each) => each.y), Math.min);
  const right = snap(rects.map((each) => each.x + each.width), Math.max);
  const bottom = snap(rects.map((each) => each.y + each.height), Math.max);
  return rects.map((each) => {
    const x = left(each.x);
    const y = top(each.y);
    return { x, y, width: right(each.x + each.width) - x, height: bottom(each.y + each.height) - y };
  });
}

/** The outlines of the union of rectangles: closed ways, each with the area at its right hand; holes turn the other way round. */
export function outlines(rects: Rect[]): Point[][] {
  const xs = [...new Set(rects.flatMap((each) => [each.x, each.x + each.width]))].sort((a, b) => a - b);
  const ys = [...new Set(rects.flatMap((each) => [each.y, each.y + each.height]))].sort((a, b) => a - b);
  const filled = (i: number, j: number): boolean => {
    if (i < 0 || j < 0 || i + 1 >= xs.length || j + 1 >= ys.length) {
      return false;
    }
    const x = (xs[i]! + xs[i + 1]!) / 2;
    const y = (ys[j]! + ys[j + 1]!) / 2;
    return rects.some((each) => x > each.x && x < each.x + each.width && y > each.y && y < each.y + each.height);
  };
  // Directed sides of filled cells next to empty ones, by where they begin.
  const sides = new Map<string, { i: number; j: number; toI: number; toJ: number }[]>();
  const add = (i: number, j: number, toI: number, toJ: number) => {
    const key = `${i},${j}`;
    sides.set(key, [...(sides.get(key) ?? []), { i, j, toI, toJ }]);
  };
  for (let i = 0; i + 1 < xs.length; i++) {
    for (let j = 0; j + 1 < ys.length; j++) {
      if (filled(i, j)) {
        if (!filled(i, j - 1)) {
          add(i, j, i + 1, j);
        }
        if (!filled(i + 1, j)) {
          add(i + 1, j, i + 1, j + 1);
        }
        if (!filled(i, j + 1)) {
          add(i + 1, j + 1, i, j + 1);
        }
        if (!filled(i - 1, j)) {
          add(i, j + 1, i, j);
        }
      }
    }
  }
  const ways: Point[][] = [];
  for (;;) {
    const begin = [...sides.values()].find((each) => each.length > 0)?.[0];
    if (!begin) {
      return ways;
    }
    const way: Point[] = [];
    let side = begin;
    for (;;) {
      const here = sides.get(`${side.i},${side.j}`)!;
      here.splice(here.indexOf(side), 1);
      way.push({ x: xs[side.i]!, y: ys[side.j]! });
      const next = sides.get(`${side.toI},${side.toJ}`) ?? [];
      if (next.length === 0) {
        break;
      }
      // Where two corners touch, the way turns right, so that it stays at its own area.
      const dx = Math.sign(side.toI - side.i);
      const dy = Math.sign(side.toJ - side.j);
      side = next.find((each) => Math.sign(each.toI - each.i) === -dy && Math.sign(each.toJ - each.j) === dx) ?? next[0]!;
    }
    ways.push(way.filter((point, k) => {
      const before = way[(k + way.length - 1) % way.length]!;
      const after = way[(k + 1) % way.length]!;
      return !((before.x === point.x && point.x === after.x) || (before.y === point.y && point.y === after.y));
    }));
  }
}

const short = (value: number) => String(Math.round(value * 100) / 100);

/** A way as the data of an SVG path, with round corners. */
export function pathOf(points: Point[], corner = 0, closed = false): string {
  const count = points.length;
  if (count === 0) {
    return '';
  }
  let data = '';
  for (let i = 0; i < count; i++) {
    const point = points[i]!;
    const before = points[(i + count - 1) % count]!;
    const after = points[(i + 1) % count]!;
    const end = !closed && (i === 0 || i === count - 1);
    const radius = end ? 0 : Math.min(corner, distance(before, point) / 2, distance(point, after) / 2);
    const command = i === 0 ? 'M' : 'L';
    if (radius < 0.5) {
      data += `${command}${short(point.x)} ${short(point.y)}`;
    } else {
      const toBefore = distance(before, point);
      const toAfter = distance(point, after);
      const enter = { x: point.x + ((before.x - point.x) * radius) / toBefore, y: point.y + ((before.y - point.y) * radius) / toBefore };
      const leave = { x: point.x + ((after.x - point.x) * radius) / toAfter, y: point.y + ((after.y - point.y) * radius) / toAfter };
      data += `${command}${short(enter.x)} ${short(enter.y)}Q${short(point.x)} ${short(point.y)} ${short(leave.x)} ${short(leave.y)}`;
    }
  }
  return closed ? `${data}Z` : data;
}

/** The corners of an arrow's head at the end of a line. */
export function headOf(points: Point[], length = 9, half = 4.2): Point[] {
  const tip = points[points.length - 1]!;
  const from = [...points].reverse().find((point) => distance(point, tip) > 0.5) ?? points[0]!;
  const far = Math.max(0.1, distance(from, tip));
  const dx = (tip.x - from.x) / far;
  const dy = (tip.y - from.y) / far;
  return [tip, { x: tip.x - length * dx + half * dy, y: tip.y - length * dy - half * dx }, { x: tip.x - length * dx - half * dy, y: tip.y - length * dy + half * dx }];
}

/** Corners as the `points` of an SVG polygon. */
export function corners(points: Point[]): string {
  return points.map((point) => `${short(point.x)},${short(point.y)}`).join(' ');
}
