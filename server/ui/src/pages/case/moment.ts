/**
 * The moment that the page of a case shows: now, or an instant of its past. A bar that is dragged asks for many instants; one request is under way at a
 * time, and after it the newest that is wanted, so that what is shown follows the hand and nothing piles up. The past does not change: what was read stays.
 */
import { signal } from '@preact/signals';
import { asProblem, getExactly, isAbort, part, type Problem } from '../../lib/api';
import type { CaseDetails } from '../../lib/types';
import { instant } from '../../parts/timeline';

const KEPT = 300;
const RETRY_MILLIS = 2_000;

export class Past {
  readonly value = signal<CaseDetails | undefined>(undefined);
  /** The instant of what is shown. */
  readonly at = signal<number | null>(null);
  readonly problem = signal<Problem | undefined>(undefined);
  private wanted: number | null = null;
  private reading = false;
  private readonly stop = new AbortController();
  private readonly kept = new Map<number, CaseDetails>();

  constructor(private readonly id: string) {}

  /** Shows an instant, or nothing of the past. */
  look(at: number | null): void {
    this.wanted = at;
    if (at === null) {
      this.value.value = undefined;
      this.at.value = null;
      return;
    }
    const known = this.kept.get(at);
    if (known) {
      this.show(at, known);
    } else {
      void this.read();
    }
  }

  /** The case at an instant, from what was read or from the server. */
  async of(at: number): Promise<CaseDetails> {
    const known = this.kept.get(at);
    if (known) {
      return known;
    }
    const read = await getExactly<CaseDetails>(`/cases/${part(this.id)}`, { at: instant(at) }, this.stop.signal);
    this.kept.set(at, read);
    if (this.kept.size > KEPT) {
      this.kept.delete(this.kept.keys().next().value!);
    }
    return read;
  }

  end(): void {
    this.stop.abort();
  }

  private show(at: number, value: CaseDetails): void {
    this.problem.value = undefined;
    this.value.value = value;
    this.at.value = at;
  }

  private async read(): Promise<void> {
    if (this.reading) {
      return;
    }
    this.reading = true;
    try {
      while (this.wanted !== null && this.wanted !== this.at.value) {
        const at: number = this.wanted;
        try {
          const value = await this.of(at);
          if (this.wanted !== null) {
            this.show(at, value);
          }
        } catch (failure) {
          if (isAbort(failure)) {
            return;
          }
          if (this.wanted === at) {
            const problem = asProblem(failure);
            this.problem.value = problem;
            if (problem.status === 0 || problem.status === 429 || problem.status === 503) {
              window.setTimeout(() => this.stop.signal.aborted || this.look(this.wanted), RETRY_MILLIS);
            }
            return;
          }
        }
      }
    } finally {
      this.reading = false;
    }
  }
}
