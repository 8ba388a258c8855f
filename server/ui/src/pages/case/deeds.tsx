/** What people can do to a case by hand: each with its plan and a reason. */
import type { ComponentChildren } from 'preact';
import { useEffect, useMemo, useState } from 'preact/hooks';
import { asProblem, get, part, post, type Problem as ProblemData } from '../../lib/api';
import { serverNow } from '../../lib/clock';
import { readExactly, writeExactly } from '../../lib/exact';
import { useLoad } from '../../lib/load';
import { go } from '../../lib/router';
import { exact } from '../../lib/time';
import type { CaseDetails, Figure, Json, Marks, Page, Participant, Performed, Work } from '../../lib/types';
import { Dialog, Field, Problem } from '../../parts/basics';
import { emptyMigration, migrationBody, MigrationFields } from '../../parts/migration';
import { Plan } from '../../parts/plan';
import { legendOf, plannedLooks } from '../../parts/planned';
import { instant } from '../../parts/timeline';
import { brief } from '../../parts/value';
import { Drawing } from './drawing';
import { Legend, PlanPicture } from './plan-picture';

/** Something that somebody wants to do. */
export type Deed =
  | { kind: 'suspend' | 'resume' | 'cancel' | 'retry' | 'move' | 'migrate' | 'add-instance' | 'what-if' }
  | { kind: 'redo'; step: string }
  | { kind: 'change-data'; name: string; value: Json }
  | { kind: 'signal'; signal: string }
  | { kind: 'delegate' | 'skip' | 'withdraw' | 'fail' | 'retry-work'; item: Work };

export interface DeedProps {
  deed: Deed;
  of: CaseDetails;
  figure: Figure | null;
  marks: Marks;
  /** The node that is selected on the page. */
  node: string;
  /** The instant that is looked at, in microseconds; null for now. */
  at: number | null;
  close: () => void;
  onDone: (what: Performed) => void;
}

/** The dialog of a deed. */
export function DeedDialog(props: DeedProps) {
  const { deed, of, figure, marks, close, onDone } = props;
  const path = `/cases/${part(of.case)}`;
  const common: Common = { case: of.case, close, onDone, picture: (steps) => <PlanPicture steps={steps} figure={figure} marks={marks} /> };
  switch (deed.kind) {
    case 'suspend':
      return <Plan {...common} title={`Suspend case ${of.case}`} path={`${path}/suspend`} verb="Suspend" sentence="Nothing in the case goes on until somebody resumes it. Timers that fire and results that come are kept until then." />;
    case 'resume':
      return <Plan {...common} title={`Resume case ${of.case}`} path={`${path}/resume`} verb="Resume" sentence="The case goes on, with everything that has happened in the meantime." />;
    case 'retry':
      return <Plan {...common} title={`Try again in case ${of.case}`} path={`${path}/retry`} verb="Try again" sentence="What failed is tried again." />;
    case 'cancel':
      return (
        <Plan {...common} danger title={`Cancel case ${of.case}`} path={`${path}/cancel`} body={(reason) => (reason === '' ? {} : { reason })} verb="Cancel the case" sentence="The case and its sub-cases end. This cannot be taken back; the history stays." />
      );
    case 'redo':
      return <Redo {...props} step={deed.step} common={common} />;
    case 'move':
      return <Move {...props} common={common} />;
    case 'migrate':
      return <Migrate {...props} common={common} />;
    case 'add-instance':
      return <AddInstance {...props} common={common} />;
    case 'change-data':
      return <ChangeData {...props} name={deed.name} value={deed.value} common={common} />;
    case 'signal':
      return <Signal {...props} signal={deed.signal} common={common} />;
    case 'what-if':
      return <WhatIf {...props} />;
    case 'delegate':
      return <Delegate item={deed.item} common={common} />;
    case 'skip':
      return <Skip item={deed.item} common={common} />;
    case 'fail':
      return (
        <Plan
          {...common}
          danger
          title={`Fail ${deed.item.task}`}
          path={`/work/${part(deed.item.work)}/fail`}
          body={(reason) => ({ reason: reason === '' ? 'it failed' : reason })}
          verb="Fail it"
          sentence={`Work item ${deed.item.work} cannot be done. The process decides what happens then.`}
        />
      );
    case 'withdraw':
      return <Plan {...common} danger title={`Withdraw ${deed.item.task}`} path={`/work/${part(deed.item.work)}/withdraw`} verb="Withdraw it" sentence={`Work item ${deed.item.work} is taken away from those who could do it.`} />;
    case 'retry-work':
      return <Plan {...common} title={`Try ${deed.item.task} again`} path={`/work/${part(deed.item.work)}/retry`} verb="Try again" sentence={`Work item ${deed.item.work} has become an incident: ${deed.item.incident ?? ''}`} />;
  }
}

interface Common {
  case: string;
  close: () => void;
  onDone: (what: Performed) => void;
  picture?: (steps: string[]) => ComponentChildren;
}

/** A value written as JSON; undefined while it is not. */
function parsed(text: string): { value?: Json; wrong?: string } {
  try {
    return { value: readExactly<Json>(text) };
  } catch (failure) {
    return { wrong: `This is not JSON: ${(failure as Error).message}. A text is written in quotes.` };
  }
}

/** A field for a value in JSON. */
function JsonField({ label, text, set, hint }: { label: string; text: string; set: (text: string) => void; hint?: string }) {
  const { wrong } = parsed(text);
  return (
    <Field label={label} hint={hint} wrong={text.trim() === '' ? undefined : wrong}>
      {(id, described) => <textarea id={id} {...described} class="mono" rows={Math.min(12, Math.max(2, text.split('\n').length))} style="min-height: 40px" spellcheck={false} value={text} onInput={(event) => set(event.currentTarget.value)} />}
    </Field>
  );
}

/** The tasks of a figure, and its places. */
function nodesOf(figure: Figure | null, shapes: string[]): string[] {
  return [...new Set((figure?.sheets ?? []).flatMap((sheet) => sheet.nodes.filter((node) => shapes.includes(node.shape)).map((node) => node.id)))];
}

function marked(marks: Marks): string[] {
  return [...new Set(Object.values(marks).flatMap((sheet) => Object.keys(sheet)))];
}

/** A text with suggestions. */
function Suggest({ label, value, set, from, hint }: { label: string; value: string; set: (value: string) => void; from: string[]; hint?: string }) {
  return (
    <Field label={label} hint={hint}>
      {(id, described) => (
        <>
          <input id={id} {...described} list={`${id}-list`} value={value} onInput={(event) => set(event.currentTarget.value)} />
          <datalist id={`${id}-list`}>
            {from.map((each) => (
              <option key={each} value={each} />
            ))}
          </datalist>
        </>
      )}
    </Field>
  );
}

function ChangeData({ of, name: first, value, common }: DeedProps & { name: string; value: Json; common: Common }) {
  const [name, setName] = useState(first);
  const [text, setText] = useState(first === '' ? '' : writeExactly(value, 2));
  const read = parsed(text);
  const names = typeof of.data === 'object' && of.data !== null && !Array.isArray(of.data) ? Object.keys(of.data) : [];
  const missing = name.trim() === '' ? 'Name the value that you change.' : read.wrong && text.trim() === '' ? 'Write the new value.' : read.wrong;
  return (
    <Plan
      {...common}
      title={first === '' ? 'Change a value' : `Change ${first}`}
      path={`/cases/${part(of.case)}/change-data`}
      body={{ name: name.trim(), value: read.value ?? null }}
      missing={missing}
      verb="Change it"
      sentence={first === '' ? 'The value replaces what the case has under this name.' : `It is ${brief(value, 120)} now.`}
    >
      {first === '' && <Suggest label="Name" value={name} set={setName} from={names} />}
      <JsonField label="New value (JSON)" text={text} set={setText} />
    </Plan>
  );
}

function Move({ of, figure, marks, node, common }: DeedProps & { common: Common }) {
  const places = marked(marks);
  const all = nodesOf(figure, ['task', 'place', 'end', 'box']);
  const [from, setFrom] = useState(places.length === 1 ? places[0]! : places.includes(node) ? node : '');
  const [target, setTarget] = useState(node !== '' && !places.includes(node) ? node : '');
  // The picture on which places are chosen shows the plan, too.
  const [steps, setSteps] = useState<string[]>([]);
  const looks = useMemo(() => (figure ? plannedLooks(steps, figure) : {}), [figure, steps]);
  const legend = legendOf(looks);
  const { picture: _picture, ...rest } = common;
  const choose = (chosen: string) => {
    if (places.includes(chosen) && (from === '' || chosen !== from)) {
      setFrom(chosen);
    } else {
      setTarget(chosen);
    }
  };
  return (
    <Plan
      {...rest}
      wide
      onPlan={setSteps}
      title={`Move case ${of.case}`}
      path={`/cases/${part(of.case)}/move`}
      body={{ ...(from === '' ? {} : { from }), to: target }}
      missing={target === '' ? 'Choose where the token goes, on the picture or in the list.' : undefined}
      verb="Move it"
      sentence="A token leaves one place and comes to another. What runs where it leaves is withdrawn."
    >
      <Drawing figure={figure} marks={marks} looks={looks} selected={target || from} onSelect={(chosen) => chosen && choose(chosen.id)} height="260px" label="Choose a place" />
      {legend.length > 0 && <Legend of={legend} />}
      <div class="row" style="align-items: end">
        <Field label="From">
          {(id) => (
            <select id={id} value={from} onChange={(event) => setFrom(event.currentTarget.value)}>
              <option value="">the only place that has a token</option>
              {places.map((place) => (
                <option key={place}>{place}</option>
              ))}
            </select>
          )}
        </Field>
        <Suggest label="To" value={target} set={setTarget} from={all} />
      </div>
    </Plan>
  );
}

function Redo({ of, figure, step: first, node, common }: DeedProps & { step: string; common: Common }) {
  const [step, setStep] = useState(first || node);
  return (
    <Plan
      {...common}
      title="Do a step again"
      path={`/cases/${part(of.case)}/redo`}
      body={{ step }}
      missing={step === '' ? 'Choose the step.' : undefined}
      verb="Do it again"
      sentence="A step that runs begins anew; one that has ended is done again, if what it gave is still there to be taken back."
    >
      <Suggest label="Step" value={step} set={setStep} from={nodesOf(figure, ['task', 'box'])} />
    </Plan>
  );
}

function AddInstance({ of, figure, node, common }: DeedProps & { common: Common }) {
  const [task, setTask] = useState(node);
  const [text, setText] = useState('{}');
  const read = parsed(text);
  return (
    <Plan
      {...common}
      title="Add an instance"
      path={`/cases/${part(of.case)}/add-instance`}
      body={{ task, input: read.value ?? null }}
      missing={task === '' ? 'Choose the task.' : read.wrong}
      verb="Add it"
      sentence="A task with several instances gets one more, if the process allows that."
    >
      <Suggest label="Task" value={task} set={setTask} from={(figure?.sheets ?? []).flatMap((sheet) => sheet.nodes.filter((each) => each.stacked).map((each) => each.id))} />
      <JsonField label="What it works on (JSON)" text={text} set={setText} />
    </Plan>
  );
}

function Migrate({ of, figure, common }: DeedProps & { common: Common }) {
  const [migration, setMigration] = useState(emptyMigration);
  return (
    <Plan
      {...common}
      title={`Migrate case ${of.case}`}
      path={`/cases/${part(of.case)}/migrate`}
      body={migrationBody(migration)}
      missing={migration.version === 0 ? 'Choose the version.' : undefined}
      verb="Migrate"
      sentence={`The case runs version ${of.version} of ${of.process}. It goes on under another version, where every place that has a token and every task that runs must be.`}
    >
      <MigrationFields process={of.process} from={of.version} old={figure} value={migration} set={setMigration} />
    </Plan>
  );
}

function Signal({ of, signal: first, common }: DeedProps & { signal: string; common: Common }) {
  const [signal, setSignal] = useState(first);
  const [text, setText] = useState('{}');
  const read = parsed(text);
  return (
    <Plan
      {...common}
      title="Send a signal to the case"
      path={`/cases/${part(of.case)}/signal`}
      body={{ signal, content: read.value ?? null }}
      missing={signal === '' ? 'Name the signal.' : read.wrong}
      expected={`Case ${of.case} receives the signal '${signal}', and goes on where it waits for it. It is refused if the case does not wait for it.`}
      verb="Send it"
      sentence="The signal is for this case alone."
    >
      <Suggest label="Signal" value={signal} set={setSignal} from={of.waits.map((wait) => wait.signal)} />
      <JsonField label="What it says (JSON)" text={text} set={setText} />
    </Plan>
  );
}

function Delegate({ item, common }: { item: Work; common: Common }) {
  const people = useLoad<Page<Participant>>((stop) => get('/participants', { limit: 1000 }, stop), []);
  const [who, setWho] = useState('');
  return (
    <Plan
      {...common}
      title={`Hand ${item.task} to somebody`}
      path={`/work/${part(item.work)}/delegate`}
      body={{ to: who.trim() }}
      missing={who.trim() === '' ? 'Choose who gets it.' : undefined}
      verb="Hand it over"
      sentence={item.holder ? `${item.holder} has it now.` : 'Nobody has it now.'}
    >
      <Suggest label="Participant" value={who} set={setWho} from={(people.value.value?.items ?? []).map((each) => each.name)} />
    </Plan>
  );
}

function Skip({ item, common }: { item: Work; common: Common }) {
  const [text, setText] = useState('{}');
  const read = parsed(text);
  return (
    <Plan
      {...common}
      title={`Skip ${item.task}`}
      path={`/work/${part(item.work)}/skip`}
      body={{ output: read.value ?? null }}
      missing={read.wrong}
      verb="Skip it"
      sentence={`Work item ${item.work} ends as if it had been done; the case goes on with the result that you write here.`}
    >
      <JsonField label="What stands for the result (JSON)" text={text} set={setText} />
    </Plan>
  );
}

const LENGTHS: [string, string][] = [
  ['', 'until nothing is left to do'],
  ['PT1H', '1 hour'],
  ['P1D', '1 day'],
  ['P7D', '7 days'],
  ['P30D', '30 days'],
  ['P90D', '90 days'],
];

/** A simulation forked from the moment that is shown. */
function WhatIf({ of, at, close }: DeedProps) {
  const [runs, setRuns] = useState('20');
  const [until, setUntil] = useState('P7D');
  const [facts, setFacts] = useState('');
  const [problem, setProblem] = useState<ProblemData>();
  const [busy, setBusy] = useState(false);
  const [from] = useState(() => (at === null ? new Date(serverNow()).toISOString() : instant(at)));
  useEffect(() => setProblem(undefined), [runs, until, facts]);
  const start = async (event: Event) => {
    event.preventDefault();
    setBusy(true);
    try {
      const started = await post<{ simulation: string }>('/simulations', {
        from,
        runs: Number(runs),
        ...(until === '' ? {} : { until }),
        ...(facts.trim() === '' ? {} : { models: [{ name: 'what if', facts }] }),
      });
      close();
      go(`/simulate/${part(started.simulation)}?${new URLSearchParams({ from, case: of.case, runs, ...(until === '' ? {} : { until }), ...(facts.trim() === '' ? {} : { models: JSON.stringify([{ name: 'what if', facts }]) }) })}`);
    } catch (failure) {
      setProblem(asProblem(failure));
      setBusy(false);
    }
  };
  return (
    <Dialog title="What if from here" close={close}>
      <form class="column" onSubmit={start}>
        <p>
          A copy of everything as it was at {exact(Date.parse(from))} goes on in a simulation: case {of.case}, and the cases that share people with it. No real case is touched.
        </p>
        <div class="row" style="align-items: end">
          <Field label="Runs" hint="Each with other random numbers">
            {(id, described) => <input id={id} {...described} type="number" min={1} max={1000} required value={runs} onInput={(event) => setRuns(event.currentTarget.value)} />}
          </Field>
          <Field label="Time to simulate">
            {(id) => (
              <select id={id} value={until} onChange={(event) => setUntil(event.currentTarget.value)}>
                {LENGTHS.map(([value, words]) => (
                  <option key={value} value={value}>
                    {words}
                  </option>
                ))}
              </select>
            )}
          </Field>
        </div>
        <Field label="Assumptions (may be empty)" hint="Facts of a model, such as agents(clerk, 3). duration(check, triangular(10m, 20m, 60m)).">
          {(id, described) => <textarea id={id} {...described} class="mono" spellcheck={false} value={facts} onInput={(event) => setFacts(event.currentTarget.value)} />}
        </Field>
        <Problem of={problem} />
        <div class="row">
          <button type="submit" class="primary" disabled={busy}>
            {busy ? 'Starting …' : 'Simulate'}
          </button>
        </div>
      </form>
    </Dialog>
  );
}
