/** Where the bars of a Gantt chart are: lanes for work at the same time, and one bar for many that are too short to see. */

/** Work over time. */
export interface Bar {
  id: string;
  /** The row that it belongs to. */
  row: string;
  /** Milliseconds, of the epoch or from the beginning of a simulation. */
  from: number;
  /** Absent while it lasts. */
  to?: number;
  title: string;
  /** What colour and pattern tell: the process, or the task. */
  group: string;
  href?: string;
  /** What the tip says below the title. */
  facts?: [string, string][];
}

/** A bar with its place: or several short ones, drawn as one. */
export interface Placed {
  bars: Bar[];
  row: string;
  lane: number;
  from: number;
  to: number;
}

/**
 * The bars of one row within a period. Bars at the same time are in lanes below each other; bars that are together narrower than `least` become one, so that
 * thousands of them cost as little as the pixels that they have.
 */
export function placed(row: string, bars: Bar[], from: number, until: number, now: number, least: number): { places: Placed[]; lanes: number } {
  const inside = bars
    .map((bar) => ({ bar, begin: Math.max(from, bar.from), end: Math.min(until, bar.to ?? Math.max(now, bar.from)) }))
    .filter((each) => each.bar.from <= until && each.end >= from)
    .sort((a, b) => a.begin - b.begin || a.end - b.end);
  const places: Placed[] = [];
  const ends: number[] = [];
  for (const { bar, begin, end } of inside) {
    const free = ends.findIndex((last) => last <= begin);
    const lane = free < 0 ? ends.length : free;
    const last = places.findLast((each) => each.lane === lane);
    if (last && last.to - last.from < least && begin - last.to < least && end - last.from < 2 * least) {
      last.bars.push(bar);
      last.to = Math.max(last.to, end);
      ends[lane] = Math.max(ends[lane]!, last.to);
    } else if (free < 0 && end - begin < least && places.length > 0 && ends.length > 3) {
      // Many short ones at one moment: no lane for each of them.
      const nearest = places.at(-1)!;
      nearest.bars.push(bar);
    } else {
      places.push({ bars: [bar], row, lane, from: begin, to: end });
      ends[lane] = end;
    }
  }
  return { places, lanes: Math.max(1, ends.length) };
}
