/** What a page reads from the server, and reads again when something happens. */
import { useEffect, useMemo } from 'preact/hooks';
import { signal, useComputed, type ReadonlySignal } from '@preact/signals';
import { asProblem, isAbort, isFinal, type Problem } from './api';
import { listen, type Interest } from './live';
import { maySeeCases, me } from './session';

export interface Loaded<T> {
  /** What was read last; undefined before that. */
  value: ReadonlySignal<T | undefined>;
  /** Why it could not be read. What was read before stays. */
  problem: ReadonlySignal<Problem | undefined>;
  /** Whether the first reading takes so long that people want to see that something is coming. */
  slow: ReadonlySignal<boolean>;
  /** Reads again. */
  again: () => void;
}

const RETRY_MILLIS = 2_000;
const POLL_MILLIS = 15_000;
const MISSED_MILLIS = 500;

class Reading<T> {
  readonly value = signal<T | undefined>(undefined);
  readonly problem = signal<Problem | undefined>(undefined);
  readonly slow = signal(false);
  private current: AbortController | null = null;
  private again = false;
  private retry = 0;
  private ended = false;

  constructor(public read: (signal: AbortSignal) => Promise<T>) {}

  /** Reads; what is asked for while a reading runs is read once more after it, however often it was asked for. */
  start(fresh: boolean): void {
    if (this.ended) {
      return;
    }
    if (this.current !== null) {
      if (!fresh) {
        this.again = true;
        return;
      }
      this.current.abort();
    }
    window.clearTimeout(this.retry);
    const mine = new AbortController();
    this.current = mine;
    this.again = false;
    const slow = window.setTimeout(() => (this.slow.value = this.value.value === undefined), 150);
    this.read(mine.signal)
      .then((value) => {
        if (this.current === mine) {
          this.value.value = value;
          this.problem.value = undefined;
        }
      })
      .catch((failure: unknown) => {
        if (this.current === mine && !isAbort(failure)) {
          const problem = asProblem(failure);
          this.problem.value = problem;
          if (problem.status === 0 || problem.status === 429 || problem.status === 503) {
            this.retry = window.setTimeout(() => this.start(false), RETRY_MILLIS);
          }
        }
      })
      .finally(() => {
        window.clearTimeout(slow);
        if (this.current === mine) {
          this.slow.value = false;
          this.current = null;
          if (this.again) {
            this.start(false);
          }
        }
      });
  }

  end(): void {
    this.ended = true;
    this.current?.abort();
    this.current = null;
    window.clearTimeout(this.retry);
  }
}

/**
 * Reads something whenever what it depends on changes, and again when one of the events of an interest happens: at once after a pause, and then at most
 * every `pace` milliseconds. What was read before stays until the new is there, so that nothing jumps; a page about something else has a `key` of its own.
 */
export function useLoad<T>(
  read: (signal: AbortSignal) => Promise<T>,
  dependsOn: unknown[],
  live?: Omit<Interest, 'heard'>,
  pace = 400,
): Loaded<T> {
  const reading = useMemo(() => new Reading(read), []);
  reading.read = read;
  useEffect(() => reading.start(true), dependsOn);
  useEffect(() => () => reading.end(), []);
  useEffect(() => {
    if (!live) {
      return;
    }
    let waiting = 0;
    let last = 0;
    const heard = () => {
      if (waiting === 0) {
        const due = Math.max(0, last + pace - performance.now());
        waiting = window.setTimeout(() => {
          waiting = 0;
          last = performance.now();
          reading.start(false);
        }, due);
      }
    };
    // What was missed while the stream began is not urgent: what is shown first goes first.
    let missed = 0;
    const lost = () => {
      window.clearTimeout(missed);
      missed = window.setTimeout(heard, MISSED_MILLIS);
    };
    const stop = listen({ ...live, heard, lost });
    // Who may not hear what happens looks now and then.
    const poll = window.setInterval(() => document.hidden || me.value === null || maySeeCases() || (reading.problem.value !== undefined && isFinal(reading.problem.value)) || heard(), POLL_MILLIS);
    return () => {
      window.clearInterval(poll);
      window.clearTimeout(waiting);
      window.clearTimeout(missed);
      stop();
    };
  }, [live?.case, live?.kinds?.join()]);
  return { value: reading.value, problem: reading.problem, slow: reading.slow, again: () => reading.start(false) };
}

/** A computed signal that a component owns. */
export function useDerived<T>(of: () => T): ReadonlySignal<T> {
  return useComputed(of);
}
