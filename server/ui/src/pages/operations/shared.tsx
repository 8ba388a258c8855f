/** What the parts of Operations have in common. */
import { useEffect } from 'preact/hooks';
import { asProblem, get, part } from '../../lib/api';

/** A command to many cases, in the background. */
export interface Operation {
  operation: string;
  action: 'cancel' | 'retry' | 'migrate';
  dryRun: boolean;
  state: 'running' | 'ended' | 'failed';
  started: string;
  ended?: string;
  done: number;
  refused: number;
  refusals: { case: string; code: string; detail: string }[];
  failure?: string;
}

/** Looks at an operation until it has ended. */
export async function follow(operation: Operation, seen: (now: Operation) => void, stop: AbortSignal): Promise<Operation> {
  let now = operation;
  seen(now);
  while (now.state === 'running') {
    await new Promise((done) => window.setTimeout(done, 300));
    now = await get<Operation>(`/operations/${part(operation.operation)}`, {}, stop).catch((failure: unknown) => {
      // It goes on without us: a line that breaks is no end of it.
      if (asProblem(failure).status === 0) {
        return now;
      }
      throw failure;
    });
    seen(now);
  }
  return now;
}

/** Reads again at an interval while the page is seen. */
export function useEvery(interval: number, again: () => void, on = true): void {
  useEffect(() => {
    if (!on) {
      return undefined;
    }
    const timer = window.setInterval(() => document.hidden || again(), interval);
    return () => window.clearInterval(timer);
  }, [interval, on]);
}
