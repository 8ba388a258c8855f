/** Numbers: throughput, latency, queues and sizes as charts; what is wrong with the server, and what to do. */
import { get } from '../../lib/api';
import { serverNow } from '../../lib/clock';
import { useLoad } from '../../lib/load';
import { parameter, setQuery } from '../../lib/router';
import { Panel, Shown, State } from '../../parts/basics';
import { Chart, type Series } from '../../parts/chart/chart';
import { bytes, plain, seconds, type Measure } from '../../parts/chart/scale';
import { useEvery } from './shared';

interface MetricSeries {
  step: number;
  at: string[];
  series: Record<string, (number | null)[]>;
}

interface Health {
  well: boolean;
  problems: { code: string; detail: string }[];
}

const RANGES: [string, string, number, 5 | 60][] = [
  ['10m', '10 min', 600_000, 5],
  ['1h', '1 h', 3_600_000, 5],
  ['1d', '1 d', 86_400_000, 60],
];

/** A chart for some of the series; a factor makes milliseconds seconds. */
const CHARTS: { label: string; measure: Measure; parts: [string, string][]; kind?: 'area'; factor?: number }[] = [
  { label: 'Cases', measure: plain('a second'), parts: [['casesStarted', 'started'], ['casesEnded', 'ended']] },
  { label: 'Turns and commits', measure: plain('a second'), parts: [['turns', 'turns'], ['commits', 'commits']] },
  { label: 'How long commands take', measure: seconds, parts: [['commandP50', 'half of them at most'], ['commandP99', '99 of 100 at most']], factor: 0.001 },
  { label: 'How long commits take', measure: seconds, parts: [['commitP50', 'half of them at most'], ['commitP99', '99 of 100 at most']], factor: 0.001 },
  { label: 'Open', measure: plain(''), parts: [['casesRunning', 'cases that run'], ['workOpen', 'work items']] },
  { label: 'Incidents', measure: plain(''), parts: [['incidents', 'incidents']], kind: 'area' },
  { label: 'Commands in the queue', measure: plain(''), parts: [['queue', 'commands']], kind: 'area' },
  { label: 'Bytes in the queue', measure: bytes, parts: [['queueBytes', 'bytes']], kind: 'area' },
  { label: 'Size of the journal', measure: bytes, parts: [['journalBytes', 'journal']], kind: 'area' },
  { label: 'Free space on its disk', measure: bytes, parts: [['diskFreeBytes', 'free']], kind: 'area' },
];

function series(of: MetricSeries, parts: [string, string][], from: number, factor: number, kind: 'area' | undefined): Series[] {
  const times = of.at.map((each) => Date.parse(each));
  return parts.map(([name, title]) => ({
    name: title,
    ...(kind ? { kind } : {}),
    values: (of.series[name] ?? []).flatMap((value, i) => (value === null || times[i]! < from ? [] : [{ x: times[i]!, y: value * factor }])),
  }));
}

export function Numbers() {
  const [, , length, step] = RANGES.find(([name]) => name === parameter('range')) ?? RANGES[0]!;
  const read = useLoad<MetricSeries>((stop) => get('/metrics/series', { step, from: new Date(serverNow() - length).toISOString() }, stop), [length]);
  const health = useLoad<Health>((stop) => get('/health', {}, stop), []);
  useEvery(step * 1_000, read.again);
  useEvery(5_000, health.again);
  return (
    <div class="column" style="gap: 16px">
      <Shown of={health}>
        {({ well, problems }) =>
          well ? (
            <p class="row">
              <State of="well" tone="done" /> The server reports no problem.
            </p>
          ) : (
            <Panel title="What is wrong">
              <ul class="plain column">
                {problems.map((each) => (
                  <li key={each.code + each.detail}>
                    <State of="problem" tone="trouble" /> {each.detail.replace(` (${each.code})`, '')} <code class="soft">{each.code}</code>
                  </li>
                ))}
              </ul>
            </Panel>
          )
        }
      </Shown>
      <div class="row">
        <span class="windows" role="group" aria-label="Length of the period">
          {RANGES.map(([name, title]) => (
            <button key={name} type="button" aria-pressed={name === (parameter('range') || '10m')} onClick={() => setQuery({ range: name === '10m' ? null : name })}>
              {title}
            </button>
          ))}
        </span>
        <span class="soft">since the server started, of all tenants, every {step} seconds</span>
      </div>
      <Shown of={read}>
        {(value) => {
          const until = Math.max(serverNow() - 1_000, ...value.at.slice(-1).map((each) => Date.parse(each)));
          const first = value.at[0] === undefined ? until - length : Date.parse(value.at[0]);
          const from = Math.max(until - length, Math.min(first, until - 60_000));
          return (
            <div style="display: grid; grid-template-columns: repeat(auto-fill, minmax(min(100%, 400px), 1fr)); gap: 20px 24px; align-items: start">
              {CHARTS.filter((each) => each.parts.some(([name]) => value.series[name])).map((each) => (
                <Chart key={each.label} label={each.label} measure={each.measure} series={series(value, each.parts, from, each.factor ?? 1, each.kind)} from={from} until={until} height={150} empty="Nothing to measure in this period." />
              ))}
            </div>
          );
        }}
      </Shown>
    </div>
  );
}
