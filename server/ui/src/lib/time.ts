/** Times for people: relative where they are near, always with the exact instant at hand. */
import { effect, signal } from '@preact/signals';
import { serverNow } from './clock';

/** The present by the server's clock, as often as what is shown of it can change. */
export const now = signal(0);
// At once when the first answer says how far the clocks are apart.
effect(() => {
  now.value = serverNow();
});
window.setInterval(() => {
  if (!document.hidden) {
    now.value = serverNow();
  }
}, 1_000);

const STEPS: [number, string][] = [
  [86_400_000 * 365, 'y'],
  [86_400_000, 'd'],
  [3_600_000, 'h'],
  [60_000, 'min'],
  [1_000, 's'],
];

/** A length of time in at most two parts, such as `2 h 14 min`. */
export function span(millis: number): string {
  const length = Math.abs(millis);
  if (length < 1_000) {
    return `${Math.round(length)} ms`;
  }
  const first = STEPS.findIndex(([unit]) => length >= unit);
  const [unit, name] = STEPS[first]!;
  const whole = Math.floor(length / unit);
  const next = STEPS[first + 1];
  const rest = next ? Math.floor((length - whole * unit) / next[0]) : 0;
  return rest > 0 && whole < 10 ? `${whole} ${name} ${rest} ${next![1]}` : `${whole} ${name}`;
}

/** An instant as seen from another, such as `40 min ago` or `in 1 d 3 h`. */
export function ago(instant: number, from: number): string {
  const distance = instant - from;
  if (Math.abs(distance) < 1_000) {
    return 'now';
  }
  return distance < 0 ? `${span(distance)} ago` : `in ${span(distance)}`;
}

const EXACT = new Intl.DateTimeFormat(undefined, {
  year: 'numeric',
  month: '2-digit',
  day: '2-digit',
  hour: '2-digit',
  minute: '2-digit',
  second: '2-digit',
  fractionalSecondDigits: 3,
  timeZoneName: 'short',
});

const CLOCK = new Intl.DateTimeFormat(undefined, { hour: '2-digit', minute: '2-digit', second: '2-digit', hourCycle: 'h23' });
const CLOCK_EXACT = new Intl.DateTimeFormat(undefined, {
  hour: '2-digit',
  minute: '2-digit',
  second: '2-digit',
  fractionalSecondDigits: 3,
  hourCycle: 'h23',
});

/** An instant in the reader's zone, to the millisecond. */
export function exact(instant: number): string {
  return EXACT.format(instant);
}

/** The time of day in the reader's zone. */
export function clock(instant: number, withMillis = false): string {
  return (withMillis ? CLOCK_EXACT : CLOCK).format(instant);
}

/** The day of an instant in the reader's zone, as the input of a date has it. */
export function day(instant: number): string {
  const at = new Date(instant);
  return `${String(at.getFullYear()).padStart(4, '0')}-${String(at.getMonth() + 1).padStart(2, '0')}-${String(at.getDate()).padStart(2, '0')}`;
}

/** Milliseconds of an ISO instant; its microseconds are lost, as the browser's dates have none. */
export function millis(instant: string): number {
  return Date.parse(instant);
}
