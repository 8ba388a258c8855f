/** What one does with a work item: one request for each intent, however often the button is pressed or the line breaks. */
import { useRef, useState } from 'preact/hooks';
import { asProblem, part, post, type Problem } from '../../lib/api';
import { writeExactly } from '../../lib/exact';
import { requestId } from '../../lib/request';
import type { Performed } from '../../lib/types';

export interface Deeds {
  /** What is being done now. */
  busy: string;
  /** Why the last one was refused. */
  problem: { deed: string; of: Problem } | undefined;
  /** What a rule delays. */
  delayed: Performed | undefined;
  /** Does something; true if it was done. */
  perform: (deed: string, body?: unknown, reason?: string) => Promise<boolean>;
  /** Forgets the last refusal. */
  clear: () => void;
}

/** The deeds on one work item. */
export function useDeeds(work: string): Deeds {
  const [busy, setBusy] = useState('');
  const [problem, setProblem] = useState<{ deed: string; of: Problem }>();
  const [delayed, setDelayed] = useState<Performed>();
  const running = useRef(false);
  const intent = useRef({ of: '', request: '' });
  const perform = async (deed: string, body: unknown = {}, reason?: string) => {
    if (running.current) {
      return false;
    }
    running.current = true;
    setBusy(deed);
    setProblem(undefined);
    setDelayed(undefined);
    const of = deed + writeExactly(body);
    if (intent.current.of !== of) {
      intent.current = { of, request: requestId() };
    }
    try {
      const done = await post<Performed>(`/work/${part(work)}/${deed}`, body, { request: intent.current.request, reason });
      intent.current = { of: '', request: '' };
      if (done.delayed !== undefined) {
        setDelayed(done);
        return false;
      }
      return true;
    } catch (failure) {
      const refusal = asProblem(failure);
      if (refusal.status !== 0 && refusal.status !== 503) {
        // It was answered. Without an answer the next try is the same request, which the server does once.
        intent.current = { of: '', request: '' };
      }
      setProblem({ deed, of: refusal });
      return false;
    } finally {
      running.current = false;
      setBusy('');
    }
  };
  return { busy, problem, delayed, perform, clear: () => setProblem(undefined) };
}
