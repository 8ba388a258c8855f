/**
 * A worklist as it is now, by a stream of its own: participants may watch their work, but not everything that happens.
 *
 * The stream begins with all that is there, so after a break nothing is missing. A hidden tab closes it and begins anew when it is shown.
 */
import { useEffect, useMemo } from 'preact/hooks';
import { signal, type ReadonlySignal } from '@preact/signals';
import { asProblem, get, isFinal, open, type Problem, type Query } from '../../lib/api';
import { serverNow } from '../../lib/clock';
import { readEvents } from '../../lib/live';
import type { Page, Work } from '../../lib/types';

/** The most that the server streams. */
export const MOST = 10_000;

export interface Worklist {
  /** The items by id; undefined until they were read. */
  items: ReadonlySignal<Map<string, Work> | undefined>;
  /** Since when the list is not live. */
  brokenSince: ReadonlySignal<Date | undefined>;
  /** Why it cannot be read at all. */
  problem: ReadonlySignal<Problem | undefined>;
  /** Asks again after a refusal, which nothing else does. */
  again: () => void;
}

const GATHER_MILLIS = 60;
const DUES_MILLIS = 1_500;

export class Watching {
  readonly items = signal<Map<string, Work> | undefined>(undefined);
  readonly brokenSince = signal<Date | undefined>(undefined);
  readonly problem = signal<Problem | undefined>(undefined);
  private current = new Map<string, Work>();
  private dues = new Map<string, string>();
  private stop: AbortController | null = null;
  private wait = 0;
  private retry = 0;
  private show = 0;
  private askDues = 0;
  private duesUnknown = false;
  private ended = false;
  private refused = false;

  constructor(private readonly query: Query) {}

  start(): void {
    if (this.ended || this.refused || this.stop !== null || document.hidden) {
      return;
    }
    const mine = new AbortController();
    this.stop = mine;
    void this.run(mine);
  }

  private async run(mine: AbortController): Promise<void> {
    try {
      const response = await open('/worklist', this.query, '', mine.signal);
      this.wait = 0;
      await readEvents(response, ({ name, data }) => {
        if (data !== '' && this.stop === mine) {
          this.take(name, data);
        }
      });
      this.broken(mine, undefined);
    } catch (failure) {
      const problem = asProblem(failure);
      this.broken(mine, problem.status >= 400 && problem.status < 500 && problem.status !== 429 ? problem : undefined);
    }
  }

  private take(name: string, data: string): void {
    if (name === 'list') {
      const { items } = JSON.parse(data) as { items: Work[] };
      this.current = new Map(items.map((each) => [each.work, each]));
      this.brokenSince.value = undefined;
      this.problem.value = undefined;
    } else if (name === 'work') {
      const work = JSON.parse(data) as Work;
      this.current.set(work.work, work);
    } else if (name === 'gone') {
      this.current.delete((JSON.parse(data) as { work: string }).work);
    }
    this.readDues();
    // Many changes at once are drawn once.
    if (name === 'list') {
      this.draw();
    } else if (this.show === 0) {
      this.show = window.setTimeout(() => this.draw(), GATHER_MILLIS);
    }
  }

  private draw(): void {
    window.clearTimeout(this.show);
    this.show = 0;
    const shown = new Map<string, Work>();
    for (const [id, work] of this.current) {
      const due = this.dues.get(id);
      shown.set(id, due !== undefined && (work.due === undefined || due < work.due) ? { ...work, due } : work);
    }
    this.items.value = shown;
  }

  /** The stream has the instants that tasks say; the list also knows the deadlines of cases. */
  private readDues(): void {
    if (this.askDues !== 0 || this.duesUnknown) {
      return;
    }
    const first = this.items.value === undefined;
    this.askDues = window.setTimeout(
      () => {
        get<Page<Work>>('/work', { ...this.query, order: 'due', limit: 1_000 }, this.stop?.signal)
          .then((page) => {
            this.dues = new Map(page.items.filter((each) => each.due !== undefined).map((each) => [each.work, each.due!]));
            this.draw();
          })
          .catch((failure: unknown) => (this.duesUnknown = asProblem(failure).status === 400 || isFinal(asProblem(failure))))
          .finally(() => (this.askDues = 0));
      },
      first ? 0 : DUES_MILLIS,
    );
  }

  private broken(mine: AbortController, problem: Problem | undefined): void {
    if (mine.signal.aborted || this.stop !== mine) {
      return;
    }
    this.stop = null;
    this.problem.value = problem;
    if (problem !== undefined && isFinal(problem)) {
      // Asking again changes nothing: what was read before stays, and the page says why it goes no further.
      this.refused = true;
      this.brokenSince.value = undefined;
      return;
    }
    this.brokenSince.value ??= new Date(serverNow());
    this.wait = Math.min(5_000, this.wait === 0 ? 250 : this.wait * 2);
    window.clearTimeout(this.retry);
    this.retry = window.setTimeout(() => this.start(), this.wait);
  }

  again = (): void => {
    this.refused = false;
    this.problem.value = undefined;
    this.start();
  };

  visibility = (): void => {
    if (document.hidden) {
      this.stop?.abort();
      this.stop = null;
    } else {
      this.start();
    }
  };

  end(): void {
    this.ended = true;
    this.stop?.abort();
    window.clearTimeout(this.retry);
    window.clearTimeout(this.show);
    window.clearTimeout(this.askDues);
  }
}

/** Watches the worklist of a query; null watches nothing. */
export function useWorklist(query: Query | null, dependsOn: unknown[]): Worklist {
  const watching = useMemo(() => (query === null ? null : new Watching(query)), dependsOn);
  const none = useMemo(() => ({ items: signal(undefined), brokenSince: signal(undefined), problem: signal(undefined), again: () => undefined }), []);
  useEffect(() => {
    if (watching === null) {
      return;
    }
    watching.start();
    document.addEventListener('visibilitychange', watching.visibility);
    return () => {
      document.removeEventListener('visibilitychange', watching.visibility);
      watching.end();
    };
  }, [watching]);
  return watching ?? none;
}
