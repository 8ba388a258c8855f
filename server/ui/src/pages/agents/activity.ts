/** Who worked on what and when. */
import { get } from '../../lib/api';
import { serverNow } from '../../lib/clock';
import { millis } from '../../lib/time';
import type { Page } from '../../lib/types';

/** A piece of work of a participant. */
export interface Activity {
  participant: string;
  work: string;
  case: string;
  process?: string;
  task: string;
  /** When they got it, or started it. */
  from: string;
  started?: string;
  to?: string;
  state?: string;
}

const MOST = 1_000;

/** The work of everybody, or of one participant, in a period. */
export async function activity(from: number, until: number, participant: string, stop: AbortSignal): Promise<{ items: Activity[]; more: boolean }> {
  const period = { from: new Date(from).toISOString(), until: new Date(until).toISOString() };
  const items: Activity[] = [];
  let cursor: string | undefined;
  let complete = true;
  do {
    const page: Page<Activity> & { complete?: boolean } = await get('/activity', { ...period, participant, limit: MOST, cursor }, stop);
    items.push(...page.items);
    cursor = page.cursor;
    complete = page.complete !== false;
  } while (cursor !== undefined && items.length < 5 * MOST);
  return { items, more: cursor !== undefined || !complete };
}

/** The share of a period in which each participant worked; work at the same time counts once. */
export function utilisation(of: Activity[], from: number, until: number): Map<string, number> {
  const byName = new Map<string, [number, number][]>();
  for (const each of of) {
    const begin = each.state === 'allocated' ? Infinity : Math.max(from, millis(each.started ?? each.from));
    const end = Math.min(until, each.to === undefined ? serverNow() : millis(each.to));
    if (end > begin) {
      byName.set(each.participant, [...(byName.get(each.participant) ?? []), [begin, end]]);
    }
  }
  const length = Math.min(until, serverNow()) - from;
  return new Map(
    [...byName].map(([name, stretches]) => {
      let busy = 0;
      let last = -Infinity;
      for (const [begin, end] of stretches.sort((a, b) => a[0] - b[0])) {
        busy += Math.max(0, end - Math.max(begin, last));
        last = Math.max(last, end);
      }
      return [name, length > 0 ? busy / length : 0];
    }),
  );
}
