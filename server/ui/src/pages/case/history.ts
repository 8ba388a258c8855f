/**
 * What happened in one case: its turns for the time bar, and the events of those turns that somebody looks at. A short history is read as a whole. Of a
 * long one the timeline is read, and events around the places that are looked at.
 */
import { signal } from '@preact/signals';
import { asProblem, get, isAbort, part, type Problem } from '../../lib/api';
import type { HistoryEvent, Page } from '../../lib/types';
import { byTurn, type Names } from '../../parts/events';
import { fromAnswer, joined, lowerBound, NO_TURNS, placeOf, type Timeline, type TimelineAnswer } from '../../parts/timeline';

const PAGE = 1_000;
const AROUND = 120;
const RETRY_MILLIS = 2_000;
/** Up to so many events all are read: then filters are exact. */
const WHOLE = 4_000;

export class CaseHistory {
  readonly timeline = signal<Timeline>(NO_TURNS);
  /** The events of turns, as far as they were read. */
  readonly turns = signal<ReadonlyMap<number, HistoryEvent[]>>(new Map());
  readonly problem = signal<Problem | undefined>(undefined);
  /** Whether the events of all turns are here. */
  readonly whole = signal(false);
  private readonly path: string;
  private readonly works = new Map<string, string>();
  private readonly stop = new AbortController();
  private started = false;
  private wanted: [number, number] | null = null;
  private reading = Promise.resolve();
  /** The first turn that is on the timeline, but whose events could not be read yet. */
  private unread: number | undefined;

  constructor(readonly id: string) {
    this.path = `/cases/${part(id)}`;
  }

  /** How work items are called. */
  readonly names: Names = (caseId, work) => this.works.get(`${caseId ?? this.id}#${work}`);

  /** Reads what there is; several calls read once. */
  start(): void {
    if (this.started) {
      return;
    }
    this.started = true;
    this.queue(async () => {
      await this.readTimeline();
      const count = this.timeline.value.events.reduce((sum, each) => sum + each, 0);
      if (count <= WHOLE) {
        await this.readAll();
      }
    });
  }

  /** Reads the turns behind those that are known. */
  private async readTimeline(): Promise<boolean> {
    const before = this.timeline.value.turns.length;
    do {
      const from = (this.timeline.value.turns.at(-1) ?? 0) + 1;
      const answer = await get<TimelineAnswer>(`${this.path}/timeline`, { from }, this.stop.signal);
      this.timeline.value = from === 1 ? fromAnswer(answer) : joined(this.timeline.value, fromAnswer(answer));
      if (answer.turns.length === 0) {
        this.timeline.value = { ...this.timeline.value, complete: true };
      }
    } while (!this.timeline.value.complete);
    return this.timeline.value.turns.length > before;
  }

  end(): void {
    this.stop.abort();
  }

  /** Reads what was recorded since. */
  refresh(): void {
    if (!this.started) {
      // The first reading has it all.
      return;
    }
    this.queue(async () => {
      const known = this.timeline.value.turns.at(-1) ?? 0;
      if ((await this.readTimeline()) && known > 0) {
        this.unread ??= known + 1;
      }
      if (this.unread !== undefined) {
        await this.readFrom(this.unread, Infinity);
        this.unread = undefined;
      }
    });
  }

  /** Sees to it that the events of these turns are here. While something is read, only the last wish is kept. */
  want(turns: number[]): void {
    const missing = turns.filter((turn) => !this.turns.value.has(turn));
    if (missing.length === 0 || this.whole.value) {
      return;
    }
    const waiting = this.wanted !== null;
    this.wanted = [Math.min(...missing), Math.max(...missing)];
    if (!waiting) {
      this.queue(async () => {
        const [least, most] = this.wanted!;
        this.wanted = null;
        await this.readAround(least, most);
      });
    }
  }

  private around(least: number, most: number): number[] {
    const all = this.timeline.value.turns;
    return all.slice(Math.max(0, lowerBound(all, least) - AROUND / 2), lowerBound(all, most) + AROUND / 2);
  }

  /** Reads the events around some turns. */
  private async readAround(least: number, most: number): Promise<void> {
    const turns = this.around(least, most);
    if (turns.length > 0) {
      await this.readFrom(turns[0]!, turns.at(-1)!);
    }
  }

  private async readFrom(first: number, last: number): Promise<void> {
    const found: HistoryEvent[] = [];
    let cursor: string | undefined;
    do {
      const page: Page<HistoryEvent> = await get(`${this.path}/history`, { ...(cursor === undefined ? { from: first } : { cursor }), limit: PAGE }, this.stop.signal);
      found.push(...page.items);
      cursor = page.cursor;
    } while (cursor !== undefined && placeOf(found.at(-1)!.id).turn <= last);
    const read = byTurn(found);
    if (cursor !== undefined) {
      // The last turn of a page may go on in the next.
      read.delete(placeOf(found.at(-1)!.id).turn);
    }
    this.keep(read);
  }

  /** All events. */
  private async readAll(): Promise<void> {
    await this.readFrom(1, Infinity);
    this.whole.value = true;
  }

  private keep(read: Map<number, HistoryEvent[]>): void {
    for (const events of read.values()) {
      for (const event of events) {
        const detail = event.detail as { work?: unknown; task?: unknown } | null;
        if (detail && typeof detail.work === 'number' && typeof detail.task === 'string') {
          this.works.set(`${event.case ?? this.id}#${detail.work}`, detail.task);
        }
      }
    }
    this.turns.value = new Map([...this.turns.value, ...read]);
  }

  /** One reading after the other. */
  private queue(read: () => Promise<void>): void {
    this.reading = this.reading.then(read).then(
      () => {
        this.problem.value = undefined;
      },
      (failure: unknown) => {
        if (!isAbort(failure)) {
          const problem = asProblem(failure);
          this.problem.value = problem;
          if (problem.status === 0 || problem.status === 429 || problem.status === 503) {
            window.setTimeout(() => this.stop.signal.aborted || this.refresh(), RETRY_MILLIS);
          }
        }
      },
    );
  }

  /** The whole history, for saving it. */
  async all(): Promise<HistoryEvent[]> {
    const found: HistoryEvent[] = [];
    let cursor: string | undefined;
    do {
      const page: Page<HistoryEvent> = await get(`${this.path}/history`, { limit: PAGE, cursor });
      found.push(...page.items);
      cursor = page.cursor;
    } while (cursor !== undefined);
    return found;
  }
}
