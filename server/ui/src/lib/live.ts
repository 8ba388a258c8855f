/**
 * What happens, as it happens: one stream of server-sent events, shared by everything on the page.
 *
 * The stream has the narrowest filter that serves all its listeners. It resumes behind the last event after a break, so nothing is missed; while it is
 * broken, `liveness` says since when, and the pages say so. A hidden tab closes its stream, because a browser has few connections to one server, and
 * catches up when it is shown again.
 */
import { effect, signal } from '@preact/signals';
import { asProblem, isFinal, open, type Query } from './api';
import { serverNow } from './clock';
import { actor, key, maySeeCases, me, tenant } from './session';
import type { HistoryEvent } from './types';

export interface Liveness {
  state: 'off' | 'connecting' | 'live' | 'broken' | 'refused';
  /** Since when the line is broken. */
  since?: Date;
  /** Why, if the server said so. */
  reason?: string;
}

export const liveness = signal<Liveness>({ state: 'off' });

export interface Interest {
  /** Only this case and its sub-cases. */
  case?: string;
  /** Only events of these kinds. */
  kinds?: string[];
  heard: (event: HistoryEvent) => void;
  /** When the stream begins, or a break could not be resumed: what is shown may be old and is to be read anew. */
  lost?: () => void;
}

const interests = new Set<Interest>();
let running: { filter: string; stop: AbortController } | null = null;
let lastId = '';
let wait = 0;
let timer = 0;

function filter(): Query | null {
  if (interests.size === 0 || document.hidden || !maySeeCases()) {
    return null;
  }
  const all = [...interests];
  const cases = new Set(all.map((each) => each.case ?? ''));
  const kinds = all.every((each) => each.kinds) ? [...new Set(all.flatMap((each) => each.kinds!))].sort() : [];
  const one = cases.size === 1 ? [...cases][0]! : '';
  return { ...(one === '' ? {} : { case: one }), ...(kinds.length === 0 ? {} : { kind: kinds }) };
}

function fits(interest: Interest, event: HistoryEvent): boolean {
  const inCase = interest.case === undefined || event.case === interest.case || (event.case?.startsWith(interest.case + '.') ?? false);
  return inCase && (interest.kinds === undefined || interest.kinds.includes(event.kind));
}

function tell(event: HistoryEvent): void {
  for (const interest of [...interests]) {
    if (fits(interest, event)) {
      interest.heard(event);
    }
  }
}

/** Parts of a stream of server-sent events. */
export class EventText {
  private rest = '';
  private id: string | null = null;
  private name = '';
  private data: string[] = [];

  constructor(private readonly take: (event: { id: string | null; name: string; data: string }) => void) {}

  read(text: string): void {
    const lines = (this.rest + text).split('\n');
    this.rest = lines.pop()!;
    for (const raw of lines) {
      this.line(raw.endsWith('\r') ? raw.slice(0, -1) : raw);
    }
  }

  private line(line: string): void {
    if (line === '') {
      if (this.data.length > 0 || this.id !== null) {
        this.take({ id: this.id, name: this.name, data: this.data.join('\n') });
      }
      this.id = null;
      this.name = '';
      this.data = [];
      return;
    }
    const colon = line.indexOf(':');
    if (colon === 0) {
      return;
    }
    const field = colon < 0 ? line : line.slice(0, colon);
    const value = colon < 0 ? '' : line.slice(colon + 1).replace(/^ /, '');
    if (field === 'data') {
      this.data.push(value);
    } else if (field === 'id') {
      this.id = value;
    } else if (field === 'event') {
      this.name = value;
    }
  }
}

/** The server says every 5 seconds that it is still there: a line on which nothing comes for so long is dead, though nobody has closed it. */
const SILENCE_MILLIS = 20_000;

async function orSilence<T>(reading: Promise<T>): Promise<T> {
  let timer = 0;
  const silence = new Promise<never>((_, fail) => {
    timer = window.setTimeout(() => fail(new Error('Nothing was heard from the server for a while.')), SILENCE_MILLIS);
  });
  try {
    return await Promise.race([reading, silence]);
  } finally {
    window.clearTimeout(timer);
  }
}

/** Reads a stream until it ends, or is silent for too long. */
export async function readEvents(response: Response, take: (event: { id: string | null; name: string; data: string }) => void): Promise<void> {
  const reader = response.body!.pipeThrough(new TextDecoderStream()).getReader();
  const text = new EventText(take);
  try {
    for (;;) {
      const { done, value } = await orSilence(reader.read());
      if (done) {
        return;
      }
      text.read(value);
    }
  } catch (failure) {
    void reader.cancel().catch(() => {});
    throw failure;
  }
}

async function run(query: Query, stop: AbortController): Promise<void> {
  try {
    let begins = lastId === '';
    const response = await open('/events', query, lastId, stop.signal);
    liveness.value = { state: 'live' };
    wait = 0;
    await readEvents(response, ({ id, data }) => {
      if (id !== null) {
        lastId = id;
        if (begins) {
          // What happened after the first reading and before this place is in neither: one more reading has it.
          begins = false;
          [...interests].forEach((interest) => interest.lost?.());
        }
      }
      if (data !== '') {
        tell(JSON.parse(data) as HistoryEvent);
      }
    });
    broken(stop, undefined);
  } catch (failure) {
    const problem = asProblem(failure);
    if (problem.status >= 400 && problem.status < 500 && problem.status !== 429 && !isFinal(problem) && lastId !== '') {
      // The place in the history is not known any more, such as after a restore: begin anew, and let everybody read anew.
      lastId = '';
      [...interests].forEach((interest) => interest.lost?.());
    }
    if (isFinal(problem) && !stop.signal.aborted) {
      // The same answer would come again: it is asked anew when somebody else looks, or something else is wanted.
      liveness.value = { state: 'refused', reason: problem.detail };
      return;
    }
    broken(stop, problem.status >= 400 ? problem.detail : undefined);
  }
}

function broken(stop: AbortController, reason: string | undefined): void {
  if (stop.signal.aborted) {
    return;
  }
  running = null;
  const since = liveness.value.state === 'broken' ? liveness.value.since! : new Date(serverNow());
  liveness.value = { state: 'broken', since, ...(reason ? { reason } : {}) };
  wait = Math.min(5_000, wait === 0 ? 250 : wait * 2);
  window.clearTimeout(timer);
  timer = window.setTimeout(adjust, wait);
}

function adjust(): void {
  const wanted = filter();
  const text = wanted === null ? '' : JSON.stringify(wanted);
  if (running?.filter === text) {
    return;
  }
  running?.stop.abort();
  running = null;
  if (wanted === null) {
    if (liveness.value.state !== 'broken') {
      liveness.value = { state: 'off' };
    }
    return;
  }
  const stop = new AbortController();
  running = { filter: text, stop };
  if (liveness.value.state !== 'broken') {
    liveness.value = { state: 'connecting' };
  }
  void run(wanted, stop);
}

let scheduled = false;

/** Pages come and go in one step: the stream follows when they have. */
function soon(): void {
  if (!scheduled) {
    scheduled = true;
    queueMicrotask(() => {
      scheduled = false;
      adjust();
    });
  }
}

/** Hears events until the returned function is called. */
export function listen(interest: Interest): () => void {
  if (interests.size === 0) {
    lastId = '';
  }
  interests.add(interest);
  soon();
  return () => {
    interests.delete(interest);
    soon();
  };
}

document.addEventListener('visibilitychange', soon);

// Another person, key or tenant: another stream.
effect(() => {
  void [actor.value, key.value, tenant.value, me.value];
  running?.stop.abort();
  running = null;
  lastId = '';
  soon();
});
