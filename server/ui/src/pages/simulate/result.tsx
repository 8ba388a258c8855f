/** What came of a simulation: variants side by side with the range that each figure is known to be in, and the work of the first run. */
import { useEffect, useState } from 'preact/hooks';
import { asProblem, get, getText, part, remove, type Problem as ProblemData } from '../../lib/api';
import { useLoad } from '../../lib/load';
import { go, parameter, query, setQuery, to } from '../../lib/router';
import { exact, millis, now, span } from '../../lib/time';
import { Panel, Problem, Shown, State, Time, Title } from '../../parts/basics';
import { Bars } from '../../parts/chart/chart';
import { Gantt } from '../../parts/chart/gantt';
import { plain, seconds, share, type Measure } from '../../parts/chart/scale';
import { Table, type Column } from '../../parts/table';
import { LENGTHS, stretches } from './models';

interface Estimate {
  mean: number;
  margin: number;
}

interface Variant {
  variant: string;
  runs: number;
  cycle: Estimate;
  cycle_p95: Estimate;
  waiting: Estimate;
  queue: Estimate;
  utilisation: Estimate;
  cost: Estimate;
  completed: Estimate;
}

/** A simulation as the server shows it. */
export interface Simulation {
  simulation: string;
  name: string;
  state: 'waiting' | 'running' | 'ended' | 'failed' | 'stopped';
  asked: string;
  ended?: string;
  items: number;
  /** Runs that have ended, of all variants, and how many there are. */
  done: number;
  total: number;
  result?: { variants: Variant[] };
  failure?: string;
}

/** Whether nothing more comes of it. */
export function isOver(simulation: Simulation): boolean {
  return simulation.ended !== undefined;
}

type Figure = 'completed' | 'cycle' | 'cycle_p95' | 'waiting' | 'queue' | 'utilisation' | 'cost';

const FIGURES: [Figure, string, Measure, 'more' | 'less' | 'neither'][] = [
  ['completed', 'Cases completed', plain(''), 'more'],
  ['cycle', 'Duration of a case', seconds, 'less'],
  ['cycle_p95', 'Duration that 95 of 100 cases do not exceed', seconds, 'less'],
  ['waiting', 'Waiting time of a work item', seconds, 'less'],
  ['queue', 'Work items that wait, on average', plain(''), 'less'],
  ['utilisation', 'Utilisation of agents', share, 'neither'],
  ['cost', 'Cost of the work', plain(''), 'less'],
];

export const STATES: Record<Simulation['state'], 'wait' | 'run' | 'done' | 'trouble' | 'off'> = { waiting: 'wait', running: 'run', ended: 'done', failed: 'trouble', stopped: 'off' };

export function OneSimulation({ id }: { id: string }) {
  const read = useLoad<Simulation>((stop) => get(`/simulations/${part(id)}`, {}, stop), [id]);
  const [problem, setProblem] = useState<ProblemData>();
  const simulation = read.value.value;
  const over = simulation !== undefined && isOver(simulation);
  useEffect(() => {
    if (!over && read.problem.value === undefined) {
      const timer = window.setInterval(read.again, 500);
      return () => window.clearInterval(timer);
    }
    return undefined;
  }, [over, id, read.problem.value]);
  const again = `/simulate?${query.value}`;
  const end = async () => {
    try {
      await remove(`/simulations/${part(id)}`);
      over ? go('/simulate') : read.again();
    } catch (failure) {
      setProblem(asProblem(failure));
    }
  };
  const from = parameter('from');
  const forked = parameter('case');
  return (
    <>
      <Title
        crumbs={<a href="/simulate">Simulate</a>}
        actions={
          simulation && (
            <>
              {query.value.has('process') || from !== '' ? (
                <a class="button" href={again}>
                  Change and simulate again
                </a>
              ) : (
                <a class="button" href="/simulate">
                  Simulate something else
                </a>
              )}
              <button type="button" class={over ? undefined : 'danger'} onClick={() => void end()}>
                {over ? 'Delete' : 'Stop'}
              </button>
            </>
          )
        }
      >
        <span>Simulation {id}</span> {simulation && <State of={simulation.state} tone={STATES[simulation.state]} />}
      </Title>
      {(from !== '' || simulation?.name === 'journal') && (
        <p style="margin-bottom: 8px">
          What may become of the cases as they were {from !== '' ? `at ${exact(millis(from))}` : 'when it was asked for'}
          {forked !== '' && (
            <>
              , seen from <a href={`${to.case(forked)}?at=${part(from)}`}>case {forked}</a>
            </>
          )}
          . It ran on a copy; no real case was touched.
        </p>
      )}
      <Problem of={problem} />
      {read.problem.value?.status === 404 && (
        <p class="soft" style="margin-bottom: 8px">
          Simulations end with the server, and only the last 50 are kept. {query.value.has('process') && <a href={again}>Simulate the same again</a>}
        </p>
      )}
      <Shown of={read}>{(value) => (isOver(value) ? <Over of={value} again={again} /> : <Progress of={value} />)}</Shown>
    </>
  );
}

function Progress({ of }: { of: Simulation }) {
  return (
    <div role="status" class="column" style="gap: 8px; max-width: 560px">
      <p>
        {of.name}: {of.state === 'waiting' ? 'waits for another simulation to end.' : `${of.items.toLocaleString()} work items done, for ${span(now.value - millis(of.asked))}.`}
      </p>
      {of.total > 1 && of.state === 'running' ? <progress aria-label={`${of.done} of ${of.total} runs`} value={of.done} max={of.total} style="width: 100%" /> : <progress aria-label="Progress" style="width: 100%" />}
      <p class="soft">You can leave this page: it goes on, and is in the list.</p>
    </div>
  );
}

/** How a figure of a variant compares with the first, in words; ranges that overlap say nothing. */
function compared(first: Variant, other: Variant): string[] {
  const found: string[] = [];
  for (const [figure, title, measure, better] of FIGURES) {
    const [a, b] = [first[figure], other[figure]];
    const certain = Math.abs(a.mean - b.mean) > a.margin + b.margin;
    if (certain && a.mean !== 0 && Math.abs(b.mean / a.mean - 1) >= 0.02) {
      const change = Math.round((b.mean / a.mean - 1) * 100);
      const word = better === 'neither' ? '' : b.mean > a.mean === (better === 'more') ? 'better: ' : 'worse: ';
      found.push(`${word}${title.toLowerCase()} ${measure.text(b.mean)} instead of ${measure.text(a.mean)} (${change > 0 ? '+' : ''}${change} %)`);
    }
  }
  return found;
}

function Over({ of, again }: { of: Simulation; again: string }) {
  const variants = of.result?.variants ?? [];
  if (of.failure !== undefined || variants.length === 0) {
    return (
      <>
        <div class="problem" role="alert">
          {of.state === 'stopped' ? 'The simulation was stopped.' : `The simulation could not go on: ${of.failure}`}
        </div>
        {/starts\/2/.test(of.failure ?? '') && (
          <p class="soft" style="margin-top: 8px">
            The net names its agents as in the event calculus paper, so a fact <code>starts(Event, Instance)</code> must say which event begins a case.
          </p>
        )}
        {query.value.has('process') && (
          <p style="margin-top: 8px">
            <a href={again}>Change it and simulate again</a>
          </p>
        )}
      </>
    );
  }
  const [first] = variants;
  const until = LENGTHS.find(([value]) => value === parameter('until'))?.[1];
  const shown = FIGURES.filter(([figure]) => figure !== 'cost' || variants.some((each) => each.cost.mean > 0));
  return (
    <div class="column" style="gap: 16px">
      <p class="soft">
        {of.name}
        {until ? `, ${until} simulated` : ''}, {first!.runs} {first!.runs === 1 ? 'run' : 'runs'} of each variant, <Time at={of.asked} />. It took {span(millis(of.ended!) - millis(of.asked))}.
        {first!.runs > 1 ? ' Ranges are confidence intervals of 95 %.' : ' One run has no range: simulate several to know how certain the figures are.'}
      </p>
      {variants.length > 1 && (
        <Panel title={`Compared with ${first!.variant}`}>
          <dl class="pairs">
            {variants.slice(1).map((each) => {
              const words = compared(first!, each);
              return (
                <>
                  <dt>{each.variant}</dt>
                  <dd>{words.length === 0 ? 'No difference that is certain: the ranges overlap.' : <ul style="margin: 0; padding-left: 18px">{words.map((line) => <li key={line}>{line}</li>)}</ul>}</dd>
                </>
              );
            })}
          </dl>
        </Panel>
      )}
      <div style="display: grid; grid-template-columns: repeat(auto-fill, minmax(min(100%, 380px), 1fr)); gap: 16px 24px">
        {shown.map(([figure, title, measure]) => (
          <Bars
            key={figure}
            label={title}
            measure={measure}
            {...(figure === 'utilisation' ? { most: 1 } : {})}
            rows={variants.map((each) => ({ name: each.variant, values: [{ y: each[figure].mean, ...(each[figure].margin > 0 ? { low: each[figure].mean - each[figure].margin, high: each[figure].mean + each[figure].margin } : {}) }] }))}
          />
        ))}
        {shown.length < FIGURES.length && <p class="soft">The models name no costs. With a line such as <code>cost(clerk, 35).</code> the cost of the work is compared, too.</p>}
      </div>
      <Figures variants={variants} />
      <FirstRun id={of.simulation} of={first!.variant} />
    </div>
  );
}

/** All figures as a table, to be saved. */
function Figures({ variants }: { variants: Variant[] }) {
  const columns: Column<Variant>[] = [
    { name: 'variant', title: 'Variant', width: 'minmax(140px, 2fr)', cell: (row) => row.variant, value: (row) => row.variant },
    ...FIGURES.map(([figure, title, measure]): Column<Variant> => ({
      name: figure,
      title: { completed: 'Completed', cycle: 'Duration', cycle_p95: '95 of 100', waiting: 'Waiting', queue: 'Queue', utilisation: 'Utilisation', cost: 'Cost' }[figure],
      width: 'minmax(84px, 1fr)',
      number: true,
      cell: (row) => <span title={`${title}: ${measure.text(row[figure].mean)} ± ${measure.text(row[figure].margin)}`}>{measure.text(row[figure].mean)}</span>,
      value: (row) => row[figure].mean,
      wideOnly: figure === 'cost' || figure === 'queue' || figure === 'cycle_p95',
    })),
  ];
  return <Table label="Figures" sortable columns={columns} rows={variants} id={(row) => row.variant} file="simulation" height="320px" />;
}

/** Who did what when in the first run of the first variant, and what follows from it for tasks and agents. */
function FirstRun({ id, of }: { id: string; of: string }) {
  const read = useLoad(async (stop) => stretches(await getText(`/simulations/${part(id)}/gantt`, {}, stop)), [id]);
  return (
    <Shown of={read}>
      {({ workers, stretches: all }) => {
        if (all.length === 0) {
          return <p class="soft">Nobody worked in the first run.</p>;
        }
        const end = Math.max(...all.map((each) => each.to));
        const lengths = LENGTHS.filter(([, , length]) => length < end);
        const shown = lengths.find(([value]) => value === parameter('first'))?.[2] ?? (all.length > 400 ? (lengths.find(([, , length]) => length >= (end / all.length) * 200)?.[2] ?? end) : end);
        const inside = all.filter((each) => each.from < shown);
        const tasks = new Map<string, { count: number; time: number }>();
        const busy = new Map<string, number>();
        all.forEach((each) => {
          const task = tasks.get(each.task) ?? { count: 0, time: 0 };
          tasks.set(each.task, { count: task.count + 1, time: task.time + each.to - each.from });
          busy.set(each.worker, (busy.get(each.worker) ?? 0) + each.to - each.from);
        });
        return (
          <>
            <Panel
              title={`Who did what when: first run of ${of}`}
              actions={
                lengths.length > 0 && (
                  <label class="row small">
                    Show the first
                    <select aria-label="Show the first" value={shown === end ? 'all' : LENGTHS.find(([, , length]) => length === shown)?.[0]} onChange={(event) => setQuery({ first: event.currentTarget.value })}>
                      {lengths.map(([value, title]) => (
                        <option key={value} value={value}>
                          {title}
                        </option>
                      ))}
                      <option value="all">whole run</option>
                    </select>
                  </label>
                )
              }
            >
              <Gantt
                label="Simulated work over time"
                axis="length"
                rows={workers.map((name) => ({ id: name, title: name }))}
                bars={inside.map((each, i) => ({ id: String(i), row: each.worker, from: each.from * 1_000, to: Math.max(each.to, each.from + 0.001) * 1_000, title: `${each.task} ${each.instance}`, group: each.task, facts: [['task', each.task], ['case', each.instance]] }))}
                from={0}
                until={(parameter('first') === 'all' ? end : shown) * 1_000}
              />
            </Panel>
            <div style="display: grid; grid-template-columns: repeat(auto-fill, minmax(min(100%, 380px), 1fr)); gap: 16px 24px">
              <Bars label="Duration of a task, first run" measure={seconds} rows={[...tasks].sort((a, b) => b[1].time / b[1].count - a[1].time / a[1].count).map(([name, { count, time }]) => ({ name, values: [{ y: time / count }] }))} />
              <Bars label="Utilisation of each agent, first run" measure={share} most={1} rows={workers.map((name) => ({ name, values: [{ y: (busy.get(name) ?? 0) / end }] }))} />
              <Bars label="Work items of each task, first run" rows={[...tasks].sort((a, b) => b[1].count - a[1].count).map(([name, { count }]) => ({ name, values: [{ y: count }] }))} />
            </div>
          </>
        );
      }}
    </Shown>
  );
}
