/** A text on its way to a deployed process: proved, then deployed, or refused with the reason. */
import { signal } from '@preact/signals';
import { asProblem, get, part, post, ProblemError, type Problem } from '../../lib/api';
import type { Finding, Page, ProcessVersion, Proved, Verification } from '../../lib/types';
import { kindOf, placesIn, placesOf, type Kind, type Place } from '../../parts/editor/text';

/** What a proof says about a text: either why it cannot be read, or what was found. */
export interface Checked {
  proof?: Proved;
  problem?: Problem;
  /** Mistakes and findings that have a place. */
  places: Place[];
}

/** What deploying a text would say. */
export async function prove(file: string, source: string, rules: string, stop?: AbortSignal): Promise<Checked> {
  try {
    const proof = await post<Proved>('/proofs', { file, source, ...(rules.trim() === '' ? {} : { rules }) }, { signal: stop });
    return { proof, places: placesOf(proof.findings) };
  } catch (failure) {
    const problem = asProblem(failure);
    if (!(failure instanceof ProblemError) || problem.status === 0 || problem.status === 429 || problem.status >= 500) {
      throw failure;
    }
    return { problem, places: placesIn(problem) };
  }
}

export interface Deployed {
  process: string;
  version: number;
  findings: Finding[];
  /** How many cases run under earlier versions. */
  earlier: number;
}

let count = 0;

export class Deployment {
  readonly id = ++count;
  readonly kind: Kind;
  readonly checked = signal<Checked | undefined>(undefined);
  /** The newest version that is deployed already; 0 if the process is new. */
  readonly before = signal<number | undefined>(undefined);
  /** A plain net is only proved. */
  readonly verification = signal<Verification | undefined>(undefined);
  readonly insists = signal(false);
  readonly busy = signal(false);
  readonly problem = signal<Problem | undefined>(undefined);
  readonly deployed = signal<Deployed | undefined>(undefined);

  constructor(
    readonly file: string,
    readonly text: string,
    readonly rules = '',
  ) {
    this.kind = kindOf(file, text);
    void this.prove();
  }

  async prove(): Promise<void> {
    this.problem.value = undefined;
    try {
      if (this.kind === 'petri') {
        this.verification.value = await post<Verification>('/verifications', { file: this.file, source: this.text });
        return;
      }
      const checked = await prove(this.file, this.text, this.rules);
      if (checked.proof) {
        const versions = await get<Page<ProcessVersion>>(`/processes/${part(checked.proof.process)}`, { limit: 1000 }).catch(() => ({ items: [] }));
        this.before.value = (versions.items as ProcessVersion[]).at(-1)?.version ?? 0;
      }
      this.checked.value = checked;
    } catch (failure) {
      const problem = asProblem(failure);
      if (this.kind === 'petri' && problem.status === 422) {
        this.checked.value = { problem, places: placesIn(problem) };
      } else {
        this.problem.value = problem;
      }
    }
  }

  /** Whether the text can be deployed as it stands. */
  get ready(): boolean {
    const proof = this.checked.value?.proof;
    return proof !== undefined && this.deployed.value === undefined && !this.busy.value && (proof.deployable || this.insists.value);
  }

  async deploy(reason: string): Promise<void> {
    this.busy.value = true;
    this.problem.value = undefined;
    try {
      const body = { file: this.file, source: this.text, ...(this.rules.trim() === '' ? {} : { rules: this.rules }), ...(this.insists.value ? { allowUnsound: true } : {}) };
      const done = await post<Omit<Deployed, 'earlier'>>('/processes', body, { reason: reason.trim() || undefined });
      const running = done.version > 1 ? await get<Page<{ version: number }>>('/cases', { process: done.process, state: 'running', limit: 100 }).catch(() => ({ items: [] })) : { items: [] };
      this.deployed.value = { ...done, earlier: (running.items as { version: number }[]).filter((each) => each.version < done.version).length };
    } catch (failure) {
      this.problem.value = asProblem(failure);
    } finally {
      this.busy.value = false;
    }
  }
}
