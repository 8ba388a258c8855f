/** Requests to the server. Every failure is a {@link ProblemError} with a sentence for people. */
import { heardDate } from './clock';
import { readExactly, writeExactly } from './exact';
import { requestId } from './request';
import { part } from './segment';
import { headerText, identityHeaders, me } from './session';
import type { Json } from './types';

export { part };

const ROOT = '/api/v1';

/** What a problem+json answer says. */
export interface Problem {
  status: number;
  code?: string;
  title: string;
  detail: string;
  [more: string]: unknown;
}

export class ProblemError extends Error {
  constructor(readonly problem: Problem) {
    super(problem.detail);
  }
}

/** Parameters of an address; those without a value are left out. */
export type Query = Record<string, string | number | boolean | string[] | undefined | null>;

export function address(path: string, query: Query = {}): string {
  const all = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) {
    if (Array.isArray(value)) {
      value.forEach((each) => all.append(name, each));
    } else if (value !== undefined && value !== null && value !== '' && value !== false) {
      all.set(name, String(value));
    }
  }
  const text = all.toString();
  return ROOT + path + (text === '' ? '' : '?' + text);
}

export interface Options {
  query?: Query;
  signal?: AbortSignal | undefined;
  /** Why something is done, for the history. */
  reason?: string | undefined;
  /** Names the request, so that a repeat does nothing. */
  request?: string | undefined;
  /** A tag of the case as it was read: the command is refused if the case has changed since. */
  ifMatch?: string | undefined;
}

async function problem(response: Response): Promise<Problem> {
  try {
    const body = (await response.json()) as Partial<Problem>;
    if (typeof body.detail === 'string') {
      return { ...body, status: response.status, title: body.title ?? response.statusText, detail: body.detail };
    }
  } catch {
    // Not one of the server's own answers: a proxy's, perhaps.
  }
  return { status: response.status, title: response.statusText, detail: `The server answered with status ${response.status}. Try again.` };
}

const UNREACHABLE: Problem = {
  status: 0,
  title: 'No answer',
  detail: 'The server does not answer. The page goes on by itself when it is back.',
};

async function send(method: string, path: string, options: Options, body?: BodyInit, type = 'application/json'): Promise<Response> {
  const headers: Record<string, string> = { ...identityHeaders(), Accept: 'application/json' };
  if (method !== 'GET') {
    headers['Content-Type'] = type;
    headers['Idempotency-Key'] = options.request ?? requestId();
  }
  if (options.reason) {
    headers['Millrace-Reason'] = headerText(options.reason);
  }
  if (options.ifMatch) {
    headers['If-Match'] = options.ifMatch;
  }
  let response: Response;
  const sent = Date.now();
  try {
    response = await fetch(address(path, options.query), { method, headers, cache: 'no-store', ...(body === undefined ? {} : { body }), signal: options.signal ?? null });
  } catch (e) {
    if (e instanceof DOMException && e.name === 'AbortError') {
      throw e;
    }
    throw new ProblemError(UNREACHABLE);
  }
  heardDate(response.headers.get('Date'), sent, Date.now());
  if (!response.ok) {
    if (response.status === 401) {
      me.value = null;
    }
    throw new ProblemError(await problem(response));
  }
  return response;
}

async function json<T>(response: Response): Promise<T> {
  return (response.status === 204 ? {} : await response.json()) as T;
}

export async function get<T>(path: string, query: Query = {}, signal?: AbortSignal): Promise<T> {
  return json(await send('GET', path, { query, signal }));
}

/** An answer with all digits of its numbers: for what people change and send back. */
export async function getExactly<T>(path: string, query: Query = {}, signal?: AbortSignal): Promise<T> {
  return readExactly<T>(await getText(path, query, signal));
}

/** An answer with its tag, for commands that must not be done if the case has changed; its numbers have all their digits. */
export async function getTagged<T>(path: string, query: Query = {}, signal?: AbortSignal): Promise<{ value: T; tag: string }> {
  const response = await send('GET', path, { query, signal });
  return { value: readExactly<T>(await response.text()), tag: response.headers.get('ETag') ?? '' };
}

export async function getText(path: string, query: Query = {}, signal?: AbortSignal): Promise<string> {
  return (await send('GET', path, { query, signal })).text();
}

export async function post<T>(path: string, body: unknown = {}, options: Options = {}): Promise<T> {
  return json(await send('POST', path, options, writeExactly(body)));
}

export async function put<T>(path: string, body: unknown = {}, options: Options = {}): Promise<T> {
  return json(await send('PUT', path, options, writeExactly(body)));
}

export async function remove(path: string, options: Options = {}): Promise<void> {
  await send('DELETE', path, options);
}

/** Sends a file; the answer is what the output of work says to refer to it. */
export async function upload(path: string, file: Blob, options: Options = {}): Promise<Json> {
  return json(await send('PUT', path, options, file, 'application/octet-stream'));
}

/** A stream of server-sent events; the caller reads it. */
export async function open(path: string, query: Query, lastId: string, signal: AbortSignal): Promise<Response> {
  const headers: Record<string, string> = { ...identityHeaders(), Accept: 'text/event-stream' };
  if (lastId !== '') {
    headers['Last-Event-ID'] = lastId;
  }
  const response = await fetch(address(path, query), { headers, cache: 'no-store', signal });
  if (!response.ok || response.body === null) {
    if (response.status === 401) {
      me.value = null;
    }
    throw new ProblemError(await problem(response));
  }
  return response;
}

/** The sentence of any failure. */
export function asProblem(failure: unknown): Problem {
  if (failure instanceof ProblemError) {
    return failure.problem;
  }
  return { status: -1, title: 'Failure', detail: failure instanceof Error ? failure.message : String(failure) };
}

/** Whether the same request would be answered like that again and again, however long one waits: it is refused, or there is nothing. */
export function isFinal(problem: Problem): boolean {
  return problem.status === 401 || problem.status === 403 || problem.status === 404;
}

export function isAbort(failure: unknown): boolean {
  return failure instanceof DOMException && failure.name === 'AbortError';
}
