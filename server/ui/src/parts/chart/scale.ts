/** Axes: round ticks, and how values of a unit are written. Pure functions, so that charts agree with tables. */
import { span } from '../../lib/time';

/** What a number of a chart is: how it is written, and which ticks are round for it. */
export interface Measure {
  /** The unit for the axis; empty where each value says its own. */
  unit: string;
  /** A value with its unit, for the readout and the table. */
  text: (value: number) => string;
  /** A value at a tick of the axis. */
  tick: (value: number, step: number) => string;
  /** Round steps that fit the unit, the smallest first; powers of ten of 1, 2 and 5 unless given. */
  steps?: number[];
}

/** A number with at most three digits that matter, such as `0.042`, `3.14` or `12,500`. */
export function figure(value: number): string {
  if (value === 0 || !Number.isFinite(value)) {
    return value === 0 ? '0' : '–';
  }
  const size = Math.abs(value);
  const digits = size >= 100 ? 0 : size >= 10 ? 1 : size >= 1 ? 2 : Math.min(6, 2 - Math.floor(Math.log10(size)));
  return value.toLocaleString(undefined, { maximumFractionDigits: digits });
}

/** A plain number with a unit behind it. */
export function plain(unit: string): Measure {
  return {
    unit,
    text: (value) => (unit === '' ? figure(value) : `${figure(value)} ${unit}`),
    tick: (value, step) => value.toLocaleString(undefined, { maximumFractionDigits: Math.max(0, Math.min(6, Math.ceil(-Math.log10(step)))) }),
  };
}

/** A length of time in seconds. */
export const seconds: Measure = {
  unit: '',
  text: (value) => (value === 0 ? '0 s' : value < 0.001 ? `${figure(value * 1e6)} µs` : value < 1 ? `${figure(value * 1_000)} ms` : value < 60 ? `${figure(value)} s` : span(value * 1_000)),
  tick: (value) => (value === 0 ? '0' : value < 1 ? `${figure(value * 1_000)} ms` : value < 60 ? `${figure(value)} s` : span(value * 1_000)),
  steps: [0.0001, 0.0002, 0.0005, 0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 5, 10, 15, 30, 60, 120, 300, 600, 900, 1_800, 3_600, 7_200, 10_800, 21_600, 43_200, 86_400, 172_800, 432_000, 864_000, 2_592_000, 7_776_000, 31_536_000],
};

/** A share of one, as a percentage. */
export const share: Measure = {
  unit: '%',
  text: (value) => `${figure(value * 100)} %`,
  tick: (value) => `${figure(value * 100)}`,
};

const SIZES = ['B', 'KB', 'MB', 'GB', 'TB'];

/** A number of bytes. */
export const bytes: Measure = {
  unit: '',
  text: (value) => {
    const power = value < 1 ? 0 : Math.min(SIZES.length - 1, Math.floor(Math.log2(value) / 10));
    return `${figure(value / 1_024 ** power)} ${SIZES[power]}`;
  },
  tick: (value) => bytes.text(value),
  steps: [1, 4, 16, 64, 256].flatMap((each) => [each, each * 1_024, each * 1_048_576, each * 1_073_741_824, each * 1_099_511_627_776]).sort((a, b) => a - b),
};

/** The step between ticks so that there are about `count` of them. */
export function step(length: number, count: number, steps?: number[]): number {
  const least = length / Math.max(1, count);
  if (steps) {
    const found = steps.find((each) => each >= least);
    return found ?? Math.ceil(least / steps.at(-1)!) * steps.at(-1)!;
  }
  const power = 10 ** Math.floor(Math.log10(least));
  const round = [1, 2, 5, 10].find((each) => each * power >= least * 0.999_999)!;
  return round * power;
}

/** Round values from at most the least to at least the greatest one; always two of them or more. */
export function ticks(least: number, most: number, count: number, measure: Measure): number[] {
  const end = most > least ? most : least + (least === 0 ? 1 : Math.abs(least));
  const by = step(end - least, count, measure.steps);
  const first = Math.floor(least / by + 1e-9);
  const last = Math.ceil(end / by - 1e-9);
  return Array.from({ length: last - first + 1 }, (_, i) => Number(((first + i) * by).toPrecision(12)));
}

const MINUTE = 60_000;
const HOUR = 3_600_000;
const DAY = 86_400_000;
const TIME_STEPS = [1_000, 2_000, 5_000, 10_000, 15_000, 30_000, MINUTE, 2 * MINUTE, 5 * MINUTE, 10 * MINUTE, 15 * MINUTE, 30 * MINUTE, HOUR, 2 * HOUR, 3 * HOUR, 6 * HOUR, 12 * HOUR, DAY, 2 * DAY, 7 * DAY, 14 * DAY, 30 * DAY, 90 * DAY, 365 * DAY];

/** Round instants of the reader's zone within a period. */
export function timeTicks(from: number, until: number, count: number): { at: number; text: string }[] {
  const by = step(until - from, count, TIME_STEPS);
  const zone = new Date(from).getTimezoneOffset() * MINUTE;
  const clock = new Intl.DateTimeFormat(undefined, { hour: '2-digit', minute: '2-digit', ...(by < MINUTE ? { second: '2-digit' } : {}), hourCycle: 'h23' });
  const date = new Intl.DateTimeFormat(undefined, { day: 'numeric', month: 'short' });
  const found: { at: number; text: string }[] = [];
  for (let at = Math.ceil((from - zone) / by) * by + zone; at <= until; at += by) {
    const midnight = (at - zone) % DAY === 0;
    found.push({ at, text: by >= DAY || midnight ? date.format(at) : clock.format(at) });
  }
  return found;
}
