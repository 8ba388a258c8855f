/**
 * The server's time. Ages and deadlines are about instants of the server; the clock of the reader's machine may be wrong by minutes. Every answer says
 * the server's time in its Date header, in whole seconds: it was written between the sending of the request and the arrival of the answer, so each
 * answer bounds how far the clocks are apart, and many answers bound it closely.
 */
import { signal } from '@preact/signals';

/** How far the server's clock is ahead of the reader's, between two bounds. */
export interface Offset {
  least: number;
  most: number;
  /** The offset that is used; it stays while it is within the bounds, so that times do not jitter. */
  value: number;
}

export const NO_OFFSET: Offset = { least: -Infinity, most: Infinity, value: 0 };

/** What is known of the offset after one more answer. */
export function narrowed(known: Offset, date: number, sent: number, received: number): Offset {
  let least = date - received;
  let most = date + 999 - sent;
  if (least <= known.most && most >= known.least) {
    least = Math.max(least, known.least);
    most = Math.min(most, known.most);
  }
  // Otherwise one of the clocks was set: what was known before is worth nothing.
  return { least, most, value: known.value >= least && known.value <= most ? known.value : Math.round((least + most) / 2) };
}

let known = NO_OFFSET;
const ahead = signal(0);

/** Takes the Date header of an answer into account. */
export function heardDate(header: string | null, sent: number, received: number): void {
  const date = header === null ? NaN : Date.parse(header);
  if (!Number.isNaN(date)) {
    known = narrowed(known, date, sent, received);
    ahead.value = known.value;
  }
}

/** The present by the server's clock, in milliseconds. */
export function serverNow(): number {
  return Date.now() + ahead.value;
}
