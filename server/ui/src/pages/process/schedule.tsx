/** Starts cases of a process by the clock. */
import { useState } from 'preact/hooks';
import { asProblem, get, part, put, type Problem as ProblemData } from '../../lib/api';
import { useLoad } from '../../lib/load';
import { to } from '../../lib/router';
import type { Json, Schema } from '../../lib/types';
import { Dialog, Field, Problem } from '../../parts/basics';
import { Form } from '../../parts/form';

export function Schedule({ process, close }: { process: string; close: () => void }) {
  const form = useLoad<{ input: Schema }>((stop) => get(`/processes/${part(process)}/form`, {}, stop), [process]);
  const [name, setName] = useState(process);
  const [how, setHow] = useState<'cron' | 'every'>('cron');
  const [cron, setCron] = useState('30 2 * * *');
  const [every, setEvery] = useState('PT1H');
  const [zone, setZone] = useState(Intl.DateTimeFormat().resolvedOptions().timeZone);
  const [catchUp, setCatchUp] = useState('last');
  const [alone, setAlone] = useState(true);
  const [problem, setProblem] = useState<ProblemData>();
  const [made, setMade] = useState('');
  const save = async (input: Json) => {
    setProblem(undefined);
    try {
      const body = { process, input, catchUp, withoutOverlap: alone, ...(how === 'cron' ? { cron, zone } : { every }) };
      const answer = await put<{ case: string }>(`/schedules/${part(name.trim())}`, body);
      setMade(answer.case);
    } catch (failure) {
      setProblem(asProblem(failure));
    }
  };
  if (made !== '') {
    return (
      <Dialog title="The schedule runs" close={close}>
        <p role="status">
          Schedule '{name}' starts cases of '{process}'. It is a case itself: <a href={to.case(made)}>case {made}</a> shows its timer, and cancelling it ends the schedule.
        </p>
      </Dialog>
    );
  }
  return (
    <Dialog title={`Start cases of ${process} by a schedule`} close={close}>
      <div class="row" style="align-items: end">
        <Field label="Name of the schedule">{(id) => <input id={id} value={name} onInput={(event) => setName(event.currentTarget.value)} />}</Field>
        <Field label="When">
          {(id) => (
            <select id={id} value={how} onChange={(event) => setHow(event.currentTarget.value as 'cron' | 'every')}>
              <option value="cron">at times of the day</option>
              <option value="every">at an interval</option>
            </select>
          )}
        </Field>
      </div>
      {how === 'cron' ? (
        <div class="row" style="align-items: end">
          <Field label="Cron fields" hint="Minute, hour, day, month, weekday: 30 2 * * * is every day at 2:30.">
            {(id, described) => <input id={id} {...described} class="mono" value={cron} onInput={(event) => setCron(event.currentTarget.value)} />}
          </Field>
          <Field label="Time zone">{(id) => <input id={id} value={zone} onInput={(event) => setZone(event.currentTarget.value)} />}</Field>
        </div>
      ) : (
        <Field label="Interval" hint="PT1H is an hour, P1D a day, PT15M a quarter of an hour.">
          {(id, described) => <input id={id} {...described} class="mono" value={every} onInput={(event) => setEvery(event.currentTarget.value)} />}
        </Field>
      )}
      <Field label="Starts that were missed while the engine was closed">
        {(id) => (
          <select id={id} value={catchUp} onChange={(event) => setCatchUp(event.currentTarget.value)}>
            <option value="last">start one case for all of them</option>
            <option value="all">start a case for each</option>
            <option value="none">leave them out</option>
          </select>
        )}
      </Field>
      <label class="row">
        <input type="checkbox" checked={alone} onChange={(event) => setAlone(event.currentTarget.checked)} /> Leave out a start while the case before it runs
      </label>
      <Problem of={problem} />
      <h3>What each case starts with</h3>
      {form.value.value && <Form schema={form.value.value.input} submit="Set the schedule" onSubmit={save} problem={problem} />}
    </Dialog>
  );
}
