/** Something done to many cases, one request each, a few at a time; and how far it is. */
import { asProblem, isAbort, ProblemError } from '../lib/api';
import type { Performed } from '../lib/types';

/** How far an action is, or what would come of it. */
export interface Progress {
  state: 'running' | 'ended' | 'failed' | 'stopped';
  done: number;
  refused: number;
  refusals: { case: string; code: string; detail: string }[];
  failure?: string;
  /** The cases of which nobody knows whether it was done there: the answer did not come. */
  unknown?: string[];
  /** The cases that were not begun. */
  left?: string[];
}

export const NOTHING: Progress = { state: 'running', done: 0, refused: 0, refusals: [] };

const AT_ONCE = 4;

/** Acts on each case. When it is to stop, what has begun comes to its end, and what has not is left; so it is when an answer does not come. */
export async function oneByOne(ids: string[], act: (id: string) => Promise<Performed[]>, tell: (progress: Progress) => void, stops: () => boolean): Promise<void> {
  const waiting = [...ids];
  const refusals: Progress['refusals'] = [];
  const unknown: string[] = [];
  let done = 0;
  let failure: string | undefined;
  const now = (state: Progress['state']): Progress => ({ state, done, refused: refusals.length, refusals: [...refusals], unknown: [...unknown], left: state === 'running' ? [] : [...waiting], ...(failure === undefined ? {} : { failure }) });
  const worker = async () => {
    while (waiting.length > 0 && failure === undefined && !stops()) {
      const id = waiting.shift()!;
      try {
        const refused = (await act(id)).find((each) => each.possible === false);
        if (refused) {
          refusals.push({ case: id, code: /\((MR-\d+)\)/.exec(refused.refusal ?? '')?.[1] ?? '', detail: refused.refusal ?? '' });
        } else {
          done++;
        }
      } catch (problem) {
        if (isAbort(problem)) {
          throw problem;
        }
        if (problem instanceof ProblemError && problem.problem.status > 0) {
          refusals.push({ case: id, code: problem.problem.code ?? '', detail: problem.problem.detail });
        } else {
          unknown.push(id);
          failure = asProblem(problem).detail;
        }
      }
      tell(now('running'));
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, worker));
  tell(now(failure !== undefined ? 'failed' : waiting.length > 0 ? 'stopped' : 'ended'));
}

function cases(count: number): string {
  return `${count.toLocaleString()} ${count === 1 ? 'case' : 'cases'}`;
}

/** What was done and what not, in a sentence. */
export function summary(of: Progress): string {
  return [
    `Done in ${cases(of.done)}, refused in ${of.refused.toLocaleString()}`,
    (of.unknown?.length ?? 0) > 0 ? `not known of ${of.unknown!.join(', ')}, because the answer did not come` : '',
    (of.left?.length ?? 0) > 0 ? `${cases(of.left!.length)} left as ${of.left!.length === 1 ? 'it was' : 'they were'}: ${of.left!.slice(0, 20).join(', ')}${of.left!.length > 20 ? ' …' : ''}` : '',
  ]
    .filter((each) => each !== '')
    .join('; ')
    .concat('.');
}
