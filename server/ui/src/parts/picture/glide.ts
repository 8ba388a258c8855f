/** Ways of tokens: from where each new token came along the flow. Pure. */
import { at } from '../../lib/keyed';
import type { Point } from '../../lib/types';
import type { Laid } from './boxes';
import { lengthOf, part } from './geometry';

/** How far back a token's origin is looked for: tasks that nobody does are passed in one step. */
const DEPTH = 10;

/** The way of one token. */
export interface Flight {
  to: string;
  way: Point[];
}

interface Step {
  from: string;
  way: Point[];
}

/** The steps that lead to each place: an edge with a mark has a place in its middle. */
function stepsInto(laid: Laid, places: Map<string, Point>): Map<string, Step[]> {
  const steps = new Map<string, Step[]>();
  const add = (to: string, step: Step) => steps.set(to, [...(steps.get(to) ?? []), step]);
  for (const { edge, points } of laid.lines) {
    const from = laid.boxes.get(edge.from)!;
    const to = laid.boxes.get(edge.to)!;
    const begin = { x: from.x, y: from.y };
    const end = { x: to.x, y: to.y };
    const place = edge.mark === '' ? undefined : places.get(edge.mark);
    if (place) {
      const length = lengthOf(points);
      const half = nearest(points, place, length);
      add(edge.mark, { from: edge.from, way: [begin, ...part(points, 0, half)] });
      add(edge.to, { from: edge.mark, way: [...part(points, half, length), end] });
    } else {
      add(edge.to, { from: edge.from, way: [begin, ...points, end] });
    }
  }
  return steps;
}

/** How far along a line the point is that is nearest to a place. */
function nearest(points: Point[], place: Point, length: number): number {
  let best = length / 2;
  let far = Infinity;
  for (let share = 0; share <= 1; share += 0.05) {
    const [point] = part(points, length * share, length * share);
    const off = Math.hypot(point!.x - place.x, point!.y - place.y);
    if (off < far) {
      far = off;
      best = length * share;
    }
  }
  return best;
}

/** The ways of all tokens that are new: each from the nearest place behind it that has lost one. A token without such a place just appears. */
export function flightsOf(before: Record<string, number>, after: Record<string, number>, laid: Laid, places: Map<string, Point>): Flight[] {
  const gained = Object.keys(after).filter((place) => (after[place] ?? 0) > (at(before, place) ?? 0));
  const lost = new Set(Object.keys(before).filter((place) => (before[place] ?? 0) > (at(after, place) ?? 0)));
  if (gained.length === 0 || lost.size === 0) {
    return [];
  }
  const steps = stepsInto(laid, places);
  const flights: Flight[] = [];
  for (const to of gained) {
    let front: { at: string; way: Point[] }[] = [{ at: to, way: [] }];
    const seen = new Set([to]);
    search: for (let depth = 0; depth < DEPTH && front.length > 0; depth++) {
      const next: { at: string; way: Point[] }[] = [];
      for (const here of front) {
        for (const step of steps.get(here.at) ?? []) {
          if (seen.has(step.from)) {
            continue;
          }
          seen.add(step.from);
          const way = [...step.way, ...here.way];
          if (lost.has(step.from)) {
            flights.push({ to, way: [places.get(step.from) ?? way[0]!, ...way, places.get(to) ?? way[way.length - 1]!] });
            break search;
          }
          next.push({ at: step.from, way });
        }
      }
      front = next;
    }
  }
  return flights;
}
