/** Long lists, read page by page as they are looked at. */
import { useMemo } from 'preact/hooks';
import { computed, signal, type ReadonlySignal } from '@preact/signals';
import { asProblem, get, isAbort, type Problem, type Query } from './api';
import type { Interest } from './live';
import { useLoad } from './load';
import type { Page } from './types';

export interface Paged<T> {
  items: ReadonlySignal<T[] | undefined>;
  problem: ReadonlySignal<Problem | undefined>;
  slow: ReadonlySignal<boolean>;
  /** How many there are in all, where that was asked for. */
  count: ReadonlySignal<number | undefined>;
  /** Whether there is more than what was read. */
  more: ReadonlySignal<boolean>;
  /** Of which list the items are: it changes with the filters, when the items of the new list are there. */
  of: ReadonlySignal<string>;
  /** Reads the next page. */
  next: () => void;
  again: () => void;
}

const PAGE = 100;
/** The most that an answer has. */
const MOST = 1_000;

/** What was read of a list. */
export interface Reached<T> extends Page<T> {
  /** Of which list. */
  of: string;
}

/** Reads a list from its beginning until it is as long as wanted, or ends. What is wanted may grow meanwhile. */
export async function readTo<T>(length: () => number, read: (limit: number, cursor: string | undefined) => Promise<Page<T>>): Promise<Page<T>> {
  const first = await read(Math.min(MOST, length()), undefined);
  const items = [...first.items];
  let cursor = first.cursor;
  while (cursor !== undefined && items.length < length()) {
    const page: Page<T> = await read(Math.min(MOST, length() - items.length), cursor);
    items.push(...page.items);
    cursor = page.cursor;
  }
  return { items, ...(cursor === undefined ? {} : { cursor }), ...(first.count === undefined ? {} : { count: first.count }) };
}

/** A list of an endpoint with pages. What was read is read anew when something happens, all of it, so that somebody who has scrolled stays where they are. */
export function usePages<T>(path: string, query: Query, live?: Omit<Interest, 'heard'>, options: { count?: boolean; pace?: number } = {}): Paged<T> {
  const own = useMemo(() => ({ grown: signal<{ from: Reached<T>; page: Page<T> } | undefined>(undefined), problem: signal<Problem | undefined>(undefined), busy: false, length: PAGE, of: '' }), []);
  const of = path + JSON.stringify(query);
  if (own.of !== of) {
    own.of = of;
    own.length = PAGE;
  }
  const first = useLoad<Reached<T>>(
    async (stop) => {
      const page = await readTo<T>(
        () => own.length,
        (limit, cursor) => get(path, { ...query, limit, ...(cursor === undefined ? (options.count ? { count: true } : {}) : { cursor }) }, stop),
      );
      own.problem.value = undefined;
      return { ...page, of };
    },
    [of],
    live,
    options.pace ?? 600,
  );
  return useMemo(() => {
    /** What was read last, with the pages that were read behind it. */
    const shown = computed((): Page<T> | undefined => {
      const grown = own.grown.value;
      return grown !== undefined && grown.from === first.value.value ? grown.page : first.value.value;
    });
    const items = computed(() => shown.value?.items);
    const more = computed(() => shown.value?.cursor !== undefined);
    const count = computed(() => first.value.value?.count);
    const problem = computed(() => first.problem.value ?? own.problem.value);
    const next = () => {
      const from = first.value.value;
      const before = shown.value;
      const cursor = before?.cursor;
      if (cursor === undefined || own.busy || from!.of !== own.of) {
        // The cursor of another list leads nowhere in this one.
        return;
      }
      own.busy = true;
      get<Page<T>>(path, { ...query, limit: PAGE, cursor })
        .then((page) => {
          if (own.of !== from!.of) {
            return;
          }
          const all = [...before!.items, ...page.items];
          own.length = Math.max(own.length, all.length);
          if (first.value.value === from) {
            own.grown.value = { from: from!, page: { items: all, ...(page.cursor === undefined ? {} : { cursor: page.cursor }) } };
            own.problem.value = undefined;
          } else {
            // It was read anew meanwhile, and not as far.
            first.again();
          }
        })
        .catch((failure: unknown) => {
          if (!isAbort(failure)) {
            own.problem.value = asProblem(failure);
          }
        })
        .finally(() => (own.busy = false));
    };
    return { items, problem, slow: first.slow, count, more, of: computed(() => first.value.value?.of ?? ''), next, again: first.again };
  }, [of]);
}
