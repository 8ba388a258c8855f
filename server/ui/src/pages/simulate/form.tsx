/** What to simulate: processes, models (each a variant), for how long and how often. All of it is in the address. */
import type { ComponentChildren } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { asProblem, get, part, post, type Problem as ProblemData } from '../../lib/api';
import { useLoad } from '../../lib/load';
import { go, parameter, query, setQuery } from '../../lib/router';
import { exact, millis } from '../../lib/time';
import type { HistoryEvent, Page, Participant, ProcessVersion } from '../../lib/types';
import { Empty, Field, Menu, Panel, Problem, Shown } from '../../parts/basics';
import { Editor } from '../../parts/editor/editor';
import { facts, fit, fittingLength, LENGTHS, type Change, type Fitted, type Model } from './models';
import type { Simulation } from './result';

interface Known {
  processes: ProcessVersion[];
  people: Participant[];
  events: HistoryEvent[];
}

const KINDS = ['CaseStarted', 'WorkOffered', 'WorkStarted', 'WorkCompleted', 'WorkFailed'];

async function known(stop: AbortSignal): Promise<Known> {
  const [processes, people, events] = await Promise.all([
    get<Page<ProcessVersion>>('/processes', { limit: 1000 }, stop),
    get<Page<Participant>>('/participants', { limit: 1000 }, stop),
    get<Page<HistoryEvent>>('/history', { kind: KINDS, newestFirst: true, limit: 1000 }, stop),
  ]);
  return { processes: processes.items.filter((each) => each.language !== 'history'), people: people.items, events: events.items };
}

/** The processes of the address: names, or names with a version such as `claim@2`. */
export function chosenProcesses(): { process: string; version?: number }[] {
  return parameter('process')
    .split(',')
    .filter(Boolean)
    .map((each) => {
      const [, process, version] = /^(.*?)(?:@(\d+))?$/.exec(each)!;
      return { process: process!, ...(version ? { version: Number(version) } : {}) };
    });
}

/** The models of the address: written ones, or ready ones by name. */
function writtenModels(): Model[] | null {
  try {
    const all = JSON.parse(parameter('models') || 'null') as Model[] | null;
    return Array.isArray(all) ? all.filter((each) => typeof each.name === 'string' && typeof each.facts === 'string') : null;
  } catch {
    return null;
  }
}

/** The process with the most cases lately. */
function busiest(of: Known): string {
  const counts = new Map<string, number>();
  of.events.filter((event) => event.kind === 'CaseStarted').forEach((event) => {
    const name = String((event.detail as { process?: string }).process);
    counts.set(name, (counts.get(name) ?? 0) + 1);
  });
  return of.processes.map((each) => each.process).sort((a, b) => (counts.get(b) ?? 0) - (counts.get(a) ?? 0))[0] ?? '';
}

function variant(fitted: Fitted[], people: Participant[], change: Change & { name: string }): Model {
  return { name: change.name, facts: facts(fitted, people, change) };
}

/** What to simulate, and below it what belongs under it once its height is known. */
export function NewSimulation({ children }: { children: ComponentChildren }) {
  const read = useLoad(known, []);
  return (
    <Shown of={read}>
      {(value) => (
        <>
          {value.processes.length === 0 ? (
            <Empty title="There is no process to simulate" actions={<a class="button primary" href="/edit">Write a process</a>}>
              A simulation runs a process on the engine itself, under a clock that jumps from event to event. Deploy a process first.
            </Empty>
          ) : (
            <Choose of={value} />
          )}
          {children}
        </>
      )}
    </Shown>
  );
}

function Choose({ of }: { of: Known }) {
  const from = parameter('from');
  const asked = chosenProcesses();
  const chosen = asked.length > 0 || from !== '' ? asked : [{ process: busiest(of) }];
  const names = [...new Set(chosen.map((each) => each.process))];
  const about = names.length > 0 ? names : of.processes.map((each) => each.process);
  const fitted = about.map((name) => fit(name, of.events, of.processes.find((each) => each.process === name)?.language ?? ''));
  const roles = [...new Set(of.people.flatMap((each) => each.roles))].sort();
  const scarce = fitted.find((each) => each.scarce !== undefined && roles.includes(each.scarce))?.scarce;
  const asItIs = variant(fitted, of.people, { name: 'as it is' });
  const ready = scarce === undefined ? [asItIs] : [asItIs, variant(fitted, of.people, { name: `one more ${scarce}`, role: scarce, by: 1 })];
  const written = writtenModels();
  const models = written ?? ready;
  const until = parameter('until') || fittingLength(Math.max(...fitted.map((each) => each.gap ?? 3_600)));
  const runs = parameter('runs') || '10';
  const seed = parameter('seed') || '1';
  const versions = useLoad(
    (stop) => (names.length === 1 ? get<Page<ProcessVersion>>(`/processes/${part(names[0]!)}`, { limit: 100 }, stop) : Promise.resolve({ items: [] as ProcessVersion[] })),
    [names.join()],
  ).value.value?.items;
  const [open, setOpen] = useState(0);
  const [problem, setProblem] = useState<ProblemData>();
  const [busy, setBusy] = useState(false);
  useEffect(() => setProblem(undefined), [query.value.toString()]);

  const setModels = (next: Model[]) => setQuery({ models: JSON.stringify(next) });
  const choose = (next: { process: string; version?: number }[]) => setQuery({ process: next.map((each) => each.process + (each.version ? `@${each.version}` : '')).join(','), until: null });
  const isChosen = (process: string, version?: number) => chosen.some((each) => each.process === process && each.version === version);
  const add = (change: Change & { name: string }) => {
    setModels([...models, variant(fitted, of.people, change)]);
    setOpen(models.length);
  };
  const variants = Math.max(1, chosen.length) * models.length;
  const start = async (event: Event) => {
    event.preventDefault();
    setBusy(true);
    setProblem(undefined);
    try {
      const body = {
        processes: chosen,
        models,
        runs: Number(runs),
        seed: Number(seed),
        ...(until === 'end' ? {} : { until }),
        ...(from === '' ? {} : { from }),
        ...(parameter('unsound') === 'true' ? { allowUnsound: true } : {}),
      };
      const started = await post<Simulation>('/simulations', body);
      const address = new URLSearchParams(query.value);
      address.set('process', chosen.map((each) => each.process + (each.version ? `@${each.version}` : '')).join(','));
      address.set('until', until);
      address.set('models', JSON.stringify(models));
      address.set('runs', runs);
      go(`/simulate/${started.simulation}?${address}`);
    } catch (failure) {
      setProblem(asProblem(failure));
      setBusy(false);
    }
  };
  return (
    <form class="column" style="gap: 16px" onSubmit={start}>
      {from !== '' && (
        <p class="row">
          Goes on from a copy of all cases as they were at {exact(millis(from))}; no real case is touched.{' '}
          <button type="button" class="quiet" onClick={() => setQuery({ from: null, case: null })}>
            Begin with no case instead
          </button>
        </p>
      )}
      <Panel title="1. Process">
        <div class="row" role="group" aria-label="Processes" style="gap: 12px">
          {of.processes.map((each) => (
            <label class="row" key={each.process}>
              <input
                type="checkbox"
                checked={chosen.some((one) => one.process === each.process)}
                onChange={(event) => choose(event.currentTarget.checked ? [...chosen, { process: each.process }] : chosen.filter((one) => one.process !== each.process))}
              />
              {each.process} <span class="soft">{each.language}</span>
            </label>
          ))}
        </div>
        {versions !== undefined && versions.length > 1 && (
          <div class="row" role="group" aria-label="Versions" style="gap: 12px; margin-top: 8px">
            <span class="soft">Compare versions of {names[0]}:</span>
            {versions.map((each) => (
              <label class="row" key={each.version}>
                <input
                  type="checkbox"
                  checked={isChosen(names[0]!, each.version)}
                  onChange={(event) => {
                    const rest = chosen.filter((one) => one.version !== undefined && one.version !== each.version);
                    const next = event.currentTarget.checked ? [...rest, { process: names[0]!, version: each.version }].sort((a, b) => a.version! - b.version!) : rest;
                    choose(next.length === 0 ? [{ process: names[0]! }] : next);
                  }}
                />
                {each.version}
              </label>
            ))}
          </div>
        )}
        {chosen.length > 1 && <p class="soft">Each is simulated with each model, and compared.</p>}
      </Panel>
      <Panel
        title="2. What is assumed"
        actions={
          <>
            {written !== null && (
              <button type="button" class="quiet" onClick={() => setQuery({ models: null })}>
                Fit them anew
              </button>
            )}
            <Menu
              label="Add a variant"
              choices={[
                ...roles.flatMap((role) => [
                  { label: `One more ${role}`, act: () => add({ name: `one more ${role}`, role, by: 1 }) },
                  ...(of.people.filter((each) => each.roles.length === 1 && each.roles[0] === role).length > 1 ? [{ label: `One ${role} fewer`, act: () => add({ name: `one ${role} fewer`, role, by: -1 }) }] : []),
                ]),
                { label: 'Twice as many cases', act: () => add({ name: 'twice as many cases', load: 2 }) },
                { label: 'Half as many cases', act: () => add({ name: 'half as many cases', load: 0.5 }) },
                { label: 'A copy of the last', act: () => (setModels([...models, { name: `${models.at(-1)?.name ?? 'model'} (copy)`, facts: models.at(-1)?.facts ?? '' }]), setOpen(models.length)) },
              ]}
            />
          </>
        }
      >
        <p class="soft" style="margin-bottom: 8px">
          {fitted.some((each) => each.cases > 1)
            ? `Fitted to what happened lately: ${fitted.filter((each) => each.cases > 0).map((each) => `${each.cases} cases of ${each.process}`).join(', ')}, and the participants of today.`
            : 'Too little has happened to fit a model: these are guesses. Correct them.'}{' '}
          Each model is a variant; the lines can be changed.
        </p>
        <ul class="plain column" style="gap: 8px">
          {models.map((model, i) => (
            <li key={i}>
              <details open={i === open} onToggle={(event) => event.currentTarget.open && setOpen(i)}>
                <summary>
                  <strong>{model.name}</strong> <span class="soft">{model.facts.split('\n').filter((line) => /^\w/.test(line)).length} facts</span>
                </summary>
                {i === open && (
                  <div class="column" style="gap: 8px; margin: 8px 0">
                    <div class="row" style="align-items: end">
                      <Field label="Name of the variant">{(id) => <input id={id} value={model.name} onInput={(event) => setModels(models.map((each, at) => (at === i ? { ...each, name: event.currentTarget.value } : each)))} />}</Field>
                      {models.length > 1 && (
                        <button type="button" onClick={() => (setModels(models.filter((_, at) => at !== i)), setOpen(0))}>
                          Remove this variant
                        </button>
                      )}
                    </div>
                    <Editor key={`${i} ${written === null}`} kind="facts" label={`Facts of ${model.name}`} text={model.facts} height="300px" change={(text) => text !== model.facts && setModels(models.map((each, at) => (at === i ? { ...each, facts: text } : each)))} />
                  </div>
                )}
              </details>
            </li>
          ))}
        </ul>
        <details style="margin-top: 8px">
          <summary>What a model says</summary>
          <dl class="pairs small" style="margin-top: 6px">
            <dt>
              <code>arrivals(claim, exponential(90m)).</code>
            </dt>
            <dd>cases arrive with this time between them</dd>
            <dt>
              <code>agents(clerk, 2).</code>
            </dt>
            <dd>two people with this role; or agent(anna). role(anna, clerk).</dd>
            <dt>
              <code>duration(check, triangular(10m, 20m, 60m)).</code>
            </dt>
            <dd>also constant, uniform, exponential, normal, lognormal, erlang, sample([…])</dd>
            <dt>
              <code>gives(check, fine, choice([0.9-true, 0.1-false])).</code>
            </dt>
            <dd>what completing a task gives</dd>
            <dt>
              <code>hours(mon-fri, 9:00-17:00).</code>
            </dt>
            <dd>when people work, in UTC; begin('2026-01-05T08:00:00Z') says when it starts</dd>
            <dt>
              <code>cost(clerk, 35).</code> <code>fails(check, 0.02).</code>
            </dt>
            <dd>the price of an hour; how probable a failure is</dd>
          </dl>
        </details>
      </Panel>
      <Panel title="3. How much">
        <div class="row" style="align-items: end; gap: 12px">
          <Field label="Simulated time">
            {(id) => (
              <select id={id} value={until} onChange={(event) => setQuery({ until: event.currentTarget.value })}>
                {LENGTHS.map(([value, title]) => (
                  <option key={value} value={value}>
                    {title}
                  </option>
                ))}
                {!LENGTHS.some(([value]) => value === until) && until !== 'end' && <option>{until}</option>}
                {from !== '' && <option value="end">until nothing is left to do</option>}
              </select>
            )}
          </Field>
          <Field label="Runs of each variant">{(id) => <input id={id} type="number" min="1" max="1000" value={runs} style="width: 100px" onChange={(event) => setQuery({ runs: event.currentTarget.value })} />}</Field>
          <Field label="First seed">{(id) => <input id={id} type="number" min="0" value={seed} style="width: 100px" onChange={(event) => setQuery({ seed: event.currentTarget.value === '1' ? null : event.currentTarget.value })} />}</Field>
          <label class="row" style="min-height: 32px">
            <input type="checkbox" checked={parameter('unsound') === 'true'} onChange={(event) => setQuery({ unsound: event.currentTarget.checked ? 'true' : null })} /> also a net that can get stuck
          </label>
          <button class="primary" type="submit" disabled={busy || (chosen.length === 0 && from === '')}>
            Simulate {variants > 1 ? `${variants} variants` : ''}
          </button>
        </div>
        <p class="soft small" style="margin-top: 6px">
          More runs give narrower ranges; the same seed gives the same run. At most 20 variants, and 15 minutes. Real cases are never touched.
        </p>
        <div style="margin-top: 8px">
          <Problem of={problem} />
        </div>
      </Panel>
    </form>
  );
}
