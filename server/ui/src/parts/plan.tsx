/** A deed with its plan: what would happen, why it would be refused, a reason, and then what was recorded. */
import './plan.css';
import type { ComponentChildren } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import { asProblem, get, getTagged, isAbort, part, post, type Problem as ProblemData } from '../lib/api';
import { writeExactly } from '../lib/exact';
import { requestId } from '../lib/request';
import { to } from '../lib/router';
import type { HistoryEvent, Json, Page, Performed } from '../lib/types';
import { Dialog, Field, Problem } from './basics';
import { brief } from './value';
import { Sentence } from './words';

interface Props {
  title: string;
  /** The endpoint, such as `/cases/62/cancel`; it takes `?plan=true`. */
  path: string;
  /** What is sent; with the reason where the endpoint wants it there, too. */
  body?: Json | ((reason: string) => Json);
  /** What the deed means, for people. */
  sentence: ComponentChildren;
  /** The words on the button. */
  verb: string;
  /** The case that changes: the deed is refused if somebody changed it since the plan was made. */
  case?: string;
  /** What is still missing before a plan can be made. */
  missing?: string | undefined;
  /** What would happen, where the endpoint makes no plans. */
  expected?: string;
  /** Whether the deed takes something away. */
  danger?: boolean;
  /** More fields, above the plan. */
  children?: ComponentChildren;
  wide?: boolean;
  /** The plan on a picture. */
  picture?: (steps: string[]) => ComponentChildren;
  /** Hears what would happen; nothing while that is not known. */
  onPlan?: (steps: string[]) => void;
  onDone?: (what: Performed) => void;
  close: () => void;
}

const NO_STEPS: string[] = [];

interface Planned {
  plan: Performed;
  tag: string;
}

interface Result {
  what: Performed;
  event?: HistoryEvent | undefined;
}

/** What was recorded under a request. */
async function recorded(caseId: string, request: string): Promise<HistoryEvent | undefined> {
  const page = await get<Page<HistoryEvent>>(`/cases/${part(caseId)}/history`, { newestFirst: true, limit: 100 });
  const mine = page.items.filter((event) => event.requestId === request);
  return mine[mine.length - 1] ?? page.items[0];
}

/** The dialog of one deed. */
export function Plan({ title, path, body = {}, sentence, verb, case: caseId, missing, expected, danger, children, wide, picture, onPlan, onDone, close }: Props) {
  const [reason, setReason] = useState('');
  const [wrong, setWrong] = useState<string>();
  const [planned, setPlanned] = useState<Planned>();
  const [problem, setProblem] = useState<ProblemData>();
  const [changed, setChanged] = useState(false);
  const [busy, setBusy] = useState(false);
  const [result, setResult] = useState<Result>();
  const [again, setAgain] = useState(0);
  const shown = useRef<HTMLDivElement>(null);
  const first = useRef(true);
  // A repeat after a broken line is the same request: the deed is done once.
  const intent = useRef({ of: '', request: '' });
  const content = typeof body === 'function' ? body('') : body;
  const key = path + writeExactly(content) + (missing ?? '') + (expected ?? '');

  useEffect(() => {
    setPlanned(undefined);
    setProblem(undefined);
    if (missing !== undefined) {
      return;
    }
    const stop = new AbortController();
    const timer = window.setTimeout(() => {
      const tagged = caseId === undefined ? Promise.resolve('') : getTagged(`/cases/${part(caseId)}`, {}, stop.signal).then((read) => read.tag);
      tagged
        .then(async (tag) => {
          const plan = expected === undefined ? await post<Performed>(path, content, { query: { plan: true }, signal: stop.signal }) : { possible: true, steps: [expected] };
          setPlanned({ tag, plan });
        })
        .catch((failure: unknown) => isAbort(failure) || setProblem(asProblem(failure)));
    }, first.current ? 0 : 150);
    first.current = false;
    return () => {
      window.clearTimeout(timer);
      stop.abort();
    };
  }, [key, again]);
  useEffect(() => result && shown.current?.focus(), [result]);
  useEffect(() => onPlan?.(planned?.plan.possible ? (planned.plan.steps ?? []) : NO_STEPS), [planned]);

  const act = async (event: Event) => {
    event.preventDefault();
    if (reason.trim() === '') {
      setWrong('Say why: the history keeps it.');
      return;
    }
    setWrong(undefined);
    setBusy(true);
    setProblem(undefined);
    const sent = typeof body === 'function' ? body(reason.trim()) : body;
    const of = path + writeExactly(sent) + reason.trim() + (planned?.tag ?? '');
    if (intent.current.of !== of) {
      intent.current = { of, request: requestId() };
    }
    const request = intent.current.request;
    try {
      const what = await post<Performed>(path, sent, { reason: reason.trim(), request, ifMatch: planned?.tag || undefined });
      const found = caseId === undefined ? undefined : await recorded(caseId, request).catch(() => undefined);
      setResult({ what, event: found });
      onDone?.(what);
    } catch (failure) {
      const refusal = asProblem(failure);
      if (refusal.status !== 0 && refusal.status !== 503) {
        intent.current = { of: '', request: '' };
      }
      if (refusal.status === 412) {
        setChanged(true);
        setAgain((n) => n + 1);
      } else {
        setProblem(refusal);
      }
    } finally {
      setBusy(false);
    }
  };

  const possible = planned?.plan.possible === true;
  return (
    <Dialog title={title} close={close} wide={wide ?? false}>
      {result ? (
        <div ref={shown} tabIndex={-1} class="column" role="status">
          <Outcome of={result} close={close} {...(caseId === undefined ? {} : { caseId })} />
          <div class="row">
            <button type="button" class="primary" onClick={close}>
              Back to the page
            </button>
          </div>
        </div>
      ) : (
        <form class="column" onSubmit={act}>
          <p>{sentence}</p>
          {children}
          {changed && (
            <p class="problem away" role="status">
              The case has gone on since the plan was made. This is the plan for the case as it is now.
            </p>
          )}
          <section class="plan" aria-label="Plan" aria-live="polite" aria-busy={planned === undefined && problem === undefined && missing === undefined}>
            <h3>What would happen</h3>
            {missing !== undefined ? (
              <p class="soft">{missing}</p>
            ) : planned === undefined ? (
              <p class="soft">{problem ? 'No plan could be made.' : 'Planning …'}</p>
            ) : possible ? (
              planned.plan.steps && planned.plan.steps.length > 0 ? (
                <>
                  <ol>
                    {planned.plan.steps.map((step, i) => (
                      <li key={i}>
                        <Sentence text={step} />
                      </li>
                    ))}
                  </ol>
                  {picture?.(planned.plan.steps)}
                </>
              ) : (
                <p>It would be done at once, and nothing else follows from it.</p>
              )
            ) : (
              <p class="refusal">
                <strong>It would be refused.</strong> <Sentence text={planned.plan.refusal ?? ''} />
              </p>
            )}
          </section>
          <Problem of={problem} />
          <Field label="Reason" hint="The history shows it with your name." wrong={wrong}>
            {(id, described) => <textarea id={id} {...described} rows={2} style="min-height: 48px" value={reason} onInput={(event) => setReason(event.currentTarget.value)} />}
          </Field>
          <div class="row">
            <button type="submit" class={danger ? 'danger' : 'primary'} disabled={busy || !possible}>
              {busy ? 'Doing it …' : verb}
            </button>
            <button type="button" onClick={close}>
              Leave it as it is
            </button>
          </div>
        </form>
      )}
    </Dialog>
  );
}

/** What came of a deed, with the event that recorded it. */
function Outcome({ of, close, caseId }: { of: Result; close: () => void; caseId?: string }) {
  const { what, event } = of;
  const link = caseId !== undefined && event && (
    <a href={`${to.case(event.case ?? caseId)}?at=${part(event.recorded)}`} onClick={close}>
      See what was recorded (turn {event.id.split('/').at(-2)})
    </a>
  );
  if (what.delayed !== undefined) {
    return (
      <p class="delayed">
        <strong>A rule delays it.</strong> <Sentence text={what.detail ?? ''} /> It happens by itself when the rule permits it. {link}
      </p>
    );
  }
  return (
    <p>
      <strong>It is done.</strong> {what.value !== undefined && <>The answer is {brief(what.value, 120)}. </>}
      {link}
    </p>
  );
}
