/** Starts a case: the process, its input, a business key. */
import { useRef, useState } from 'preact/hooks';
import { asProblem, get, getExactly, part, post, type Problem as ProblemData } from '../lib/api';
import { writeExactly } from '../lib/exact';
import { useLoad } from '../lib/load';
import { requestId } from '../lib/request';
import { go, to } from '../lib/router';
import { maySeeCases } from '../lib/session';
import type { Json, Page, ProcessVersion, Schema } from '../lib/types';
import { Dialog, Field, Problem } from './basics';
import { Form } from './form';

export function StartCase({ process, close }: { process: string; close: () => void }) {
  const processes = useLoad<Page<ProcessVersion>>((stop) => get('/processes', { limit: 1000 }, stop), []);
  const [name, setName] = useState(process);
  const [key, setKey] = useState('');
  const [made, setMade] = useState('');
  const [problem, setProblem] = useState<ProblemData>();
  const names = [...new Set(processes.value.value?.items.filter((each) => each.runnable).map((each) => each.process))];
  const chosen = name || names[0] || '';
  const form = useLoad<{ input: Schema } | null>((stop) => (chosen === '' ? Promise.resolve(null) : getExactly(`/processes/${part(chosen)}/form`, {}, stop)), [chosen]);
  // A repeat after a broken line is the same request: the case starts once.
  const intent = useRef({ of: '', request: '' });
  const start = async (input: Json) => {
    setProblem(undefined);
    const body = { process: chosen, input, ...(key.trim() === '' ? {} : { key: key.trim() }) };
    const of = writeExactly(body);
    if (intent.current.of !== of) {
      intent.current = { of, request: requestId() };
    }
    try {
      const started = await post<{ case: string }>('/cases', body, { request: intent.current.request });
      if (maySeeCases()) {
        close();
        go(to.case(started.case));
      } else {
        setMade(started.case);
      }
      return true;
    } catch (failure) {
      const refusal = asProblem(failure);
      if (refusal.status !== 0 && refusal.status !== 503) {
        intent.current = { of: '', request: '' };
      }
      setProblem(refusal);
      return false;
    }
  };
  if (made !== '') {
    return (
      <Dialog title="Start a case" close={close}>
        <p role="status">
          Case {made} of {chosen} was started. What it has for you to do comes to your list.
        </p>
        <div class="row">
          <button type="button" class="primary" onClick={close}>
            Back to the page
          </button>
        </div>
      </Dialog>
    );
  }
  return (
    <Dialog title="Start a case" close={close}>
      <div class="row" style="align-items: end">
        <Field label="Process">
          {(id) => (
            <select id={id} value={chosen} onChange={(event) => setName(event.currentTarget.value)}>
              {names.map((each) => (
                <option key={each}>{each}</option>
              ))}
            </select>
          )}
        </Field>
        <Field label="Business key (may be empty)">{(id) => <input id={id} value={key} onInput={(event) => setKey(event.currentTarget.value)} />}</Field>
      </div>
      <Problem of={processes.problem.value ?? form.problem.value} />
      {processes.value.value && names.length === 0 && <p class="soft">No process is deployed yet. Write one or upload one first.</p>}
      {form.value.value && <Form key={chosen} schema={form.value.value.input} submit="Start" onSubmit={start} problem={problem} draft={`start.${chosen}`} />}
    </Dialog>
  );
}
