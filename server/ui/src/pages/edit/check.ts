/** Checks a text while it is written: the latest text wins, what was shown before stays until the new answer is there. */
import { useEffect, useMemo } from 'preact/hooks';
import { signal, type ReadonlySignal } from '@preact/signals';
import { asProblem, isAbort, post, type Problem } from '../../lib/api';
import type { Figure, RuleReport, Verification } from '../../lib/types';
import { kindOf, type Kind } from '../../parts/editor/text';
import { prove, type Checked } from './deployment';

const PAUSE = 300;

export interface Answer extends Checked {
  /** The text that was checked. */
  text: string;
  kind: Kind;
  verification?: Verification;
  report?: RuleReport;
}

export interface Checks {
  answer: ReadonlySignal<Answer | undefined>;
  /** The picture of the last text that could be read. */
  figure: ReadonlySignal<Figure | undefined>;
  /** Whether the picture is that of an older text. */
  stale: ReadonlySignal<boolean>;
  busy: ReadonlySignal<boolean>;
  /** Why nothing can be checked now. */
  problem: ReadonlySignal<Problem | undefined>;
  /** Checks at once. */
  now: () => void;
}

async function answerFor(file: string, text: string, rules: string, stop: AbortSignal): Promise<{ answer: Answer; figure?: Figure }> {
  const kind = kindOf(file, text);
  const quiet = <T>(asked: Promise<T>) =>
    asked.catch((failure: unknown) => {
      if (isAbort(failure)) {
        throw failure;
      }
      return undefined;
    });
  const source = { file, source: text };
  const verified = kind === 'facts' || kind === 'yawl' || kind === 'petri' ? quiet(post<Verification>('/verifications', source, { signal: stop })) : undefined;
  const texts = kind === 'rules' ? { [file]: text } : rules.trim() === '' ? undefined : { rules };
  const reported = texts ? quiet(post<RuleReport>('/rules/proofs', { texts, guards: true, table: true }, { signal: stop })) : undefined;
  const [checked, verification, report, figure] = await Promise.all([
    kind === 'petri' ? ({ places: [] } as Checked) : prove(file, text, rules, stop),
    verified,
    reported,
    quiet(post<Figure>('/figures', { ...source, ...(rules.trim() === '' ? {} : { rules }) }, { signal: stop })),
  ]);
  return { answer: { ...checked, text, kind, ...(verification ? { verification } : {}), ...(report ? { report } : {}) }, ...(figure ? { figure } : {}) };
}

class Checking {
  readonly answer = signal<Answer | undefined>(undefined);
  readonly figure = signal<Figure | undefined>(undefined);
  readonly stale = signal(false);
  readonly busy = signal(false);
  readonly problem = signal<Problem | undefined>(undefined);
  private timer = 0;
  private current: AbortController | null = null;
  private wanted: [string, string, string] = ['', '', ''];

  want(file: string, text: string, rules: string, pause: number): void {
    this.wanted = [file, text, rules];
    window.clearTimeout(this.timer);
    this.busy.value = true;
    this.timer = window.setTimeout(() => void this.check(), pause);
  }

  now = (): void => this.want(...this.wanted, 0);

  end(): void {
    window.clearTimeout(this.timer);
    this.current?.abort();
  }

  private async check(): Promise<void> {
    this.current?.abort();
    const mine = new AbortController();
    this.current = mine;
    const [file, text, rules] = this.wanted;
    if (text.trim() === '') {
      this.answer.value = undefined;
      this.figure.value = undefined;
      this.busy.value = false;
      return;
    }
    try {
      const found = await answerFor(file, text, rules, mine.signal);
      if (this.current === mine) {
        this.answer.value = found.answer;
        this.figure.value = found.figure ?? this.figure.value;
        this.stale.value = found.figure === undefined;
        this.problem.value = undefined;
        this.busy.value = false;
      }
    } catch (failure) {
      if (!isAbort(failure) && this.current === mine) {
        const problem = asProblem(failure);
        this.problem.value = problem;
        this.busy.value = false;
        this.timer = window.setTimeout(() => void this.check(), 2_000);
      }
    }
  }
}

/** Checks a text whenever it changes, when the writer pauses. */
export function useChecks(file: string, text: string, rules: string): Checks {
  const checking = useMemo(() => new Checking(), []);
  useEffect(() => checking.want(file, text, rules, checking.answer.value === undefined ? 0 : PAUSE), [file, text, rules]);
  useEffect(() => () => checking.end(), []);
  return checking;
}
