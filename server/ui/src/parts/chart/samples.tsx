/** Charts in every state that they can be in, for the page of all parts. */
import { Bars, Chart } from './chart';
import { Gantt, type Bar } from './gantt';
import { bytes, plain, seconds, share } from './scale';

const BEGIN = Date.UTC(2026, 0, 5, 8);

/** Values that look measured, and are the same every time. */
function wave(count: number, size: number, shift = 0) {
  return Array.from({ length: count }, (_, i) => ({ x: BEGIN + i * 60_000, y: size * (1 + Math.sin((i + shift) / 5) * 0.5 + ((i * 7919 + shift) % 13) / 40) }));
}

/** Lines, areas, bars, ranges; one value, and none. */
export function Charts() {
  const ranged = wave(24, 40).map((value, i) => ({ ...value, low: value.y * 0.8, high: value.y * (1.15 + i / 100) }));
  return (
    <div style="display: grid; grid-template-columns: repeat(auto-fill, minmax(min(100%, 400px), 1fr)); gap: 24px">
      <Chart label="Several lines" measure={plain('a second')} series={[{ name: 'started', values: wave(60, 12) }, { name: 'ended', values: wave(60, 11, 9) }, { name: 'failed', values: wave(60, 2, 3) }]} />
      <Chart label="A line with its range" measure={seconds} series={[{ name: 'duration', values: ranged }]} />
      <Chart label="An area" measure={bytes} series={[{ name: 'journal', kind: 'area', values: wave(60, 4_000_000) }]} />
      <Chart label="Bars over numbers" across={plain('clerks')} series={[{ name: 'waiting', kind: 'bar', values: [1, 2, 3, 4].map((x) => ({ x, y: 40 / x, low: 35 / x, high: 48 / x })) }]} />
      <Chart label="One value" series={[{ name: 'cases', values: wave(1, 5) }]} />
      <Chart label="No value" series={[]} empty="Nothing was measured yet." />
      <Bars label="Variants with ranges" measure={seconds} rows={[{ name: 'as it is', values: [{ y: 720, low: 640, high: 800 }] }, { name: 'one more clerk', values: [{ y: 240, low: 220, high: 260 }] }]} />
      <Bars label="Stacked" series={['started', 'allocated']} stacked rows={[{ name: 'anna', values: [{ y: 2 }, { y: 3 }] }, { name: 'bert', values: [{ y: 1 }, { y: 0 }] }, { name: 'carl', values: [{ y: 0 }, { y: 0 }] }]} />
      <Bars label="Shares" measure={share} most={1} rows={[{ name: 'anna', values: [{ y: 0.82 }] }, { name: 'bert', values: [{ y: 0.07 }] }]} />
      <Bars label="No bars" rows={[]} />
    </div>
  );
}

/** Work at the same time, work that lasts, points, work too short to see, nobody. */
export function Gantts() {
  const hour = 3_600_000;
  const bars: Bar[] = [
    { id: '1', row: 'anna', from: BEGIN, to: BEGIN + 0.4 * hour, title: 'check', group: 'claim', href: '/cases/1', facts: [['case', '1']] },
    { id: '2', row: 'anna', from: BEGIN + 0.2 * hour, to: BEGIN + 0.7 * hour, title: 'pay', group: 'claim', href: '/cases/2', facts: [['case', '2']] },
    { id: '3', row: 'bert', from: BEGIN + 0.5 * hour, to: BEGIN + 0.95 * hour, title: 'book', group: 'travel', href: '/cases/3', facts: [['case', '3']] },
    { id: '4', row: 'carl', from: BEGIN + 0.3 * hour, to: BEGIN + 0.3 * hour, title: 'arrived', group: 'event' },
    ...Array.from({ length: 300 }, (_, i): Bar => ({ id: `s${i}`, row: 'a program', from: BEGIN + i * 9_000, to: BEGIN + i * 9_000 + 2_000, title: 'pay', group: 'claim' })),
  ];
  const rows = ['anna', 'bert', 'carl', 'a program', 'nobody yet'].map((name) => ({ id: name, title: name }));
  return (
    <>
      <Gantt label="Work over time" rows={rows} bars={bars} from={BEGIN} until={BEGIN + hour} />
      <Gantt label="Simulated work" axis="length" rows={rows.slice(0, 2)} bars={[{ id: '1', row: 'anna', from: 0, to: 7_200_000, title: 'check 1', group: 'check' }]} from={0} until={10_800_000} />
      <Gantt label="Nobody" rows={[]} bars={[]} from={BEGIN} until={BEGIN + hour} />
    </>
  );
}
