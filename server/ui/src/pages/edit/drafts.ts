/** Texts that are being written, kept in this browser until they are deployed or discarded. */
import { part } from '../../lib/segment';
import { tenant } from '../../lib/session';

export interface Draft {
  file: string;
  text: string;
  rules: string;
  at: number;
}

const ALL = 'millrace.text.';

/** Where drafts are kept: another tenant has other processes under the same names. */
function place(): string {
  return tenant.value === '' ? ALL : `${ALL}@${tenant.value}/`;
}

/** The key of a text that begins with a version of a process: what was written about one version is no draft of the next. */
export function processKey(process: string, version: number): string {
  return `process:${version}:${process}`;
}

/** What the key of a draft says; the version of a process is absent in those that were kept before versions were told apart. */
export function sourceOf(key: string): { kind: string; name: string; version?: number } {
  const [, kind = '', version, name = ''] = /^(\w+):(?:(?<=process:)(\d+):)?(.*)$/s.exec(key) ?? [];
  return { kind, name, ...(version === undefined ? {} : { version: Number(version) }) };
}

/** Where a draft is gone on with. */
export function addressOf(key: string): string {
  const { kind, name, version } = sourceOf(key);
  return `/edit?${kind}=${part(name)}${version === undefined ? '' : `&version=${version}`}`;
}

/** Drafts of a process that did not begin with a version: those of other versions, newest first. */
export function draftsOfOthers(process: string, version: number): (Draft & { key: string; version?: number })[] {
  return drafts()
    .map((each) => ({ ...each, ...sourceOf(each.key) }))
    .filter((each) => each.kind === 'process' && each.name === process && each.version !== version)
    .map(({ kind: _kind, name: _name, ...each }) => each);
}

/** The draft under an address; null if there is none. */
export function draftOf(key: string): Draft | null {
  try {
    const found = localStorage.getItem(place() + key);
    return found === null ? null : (JSON.parse(found) as Draft);
  } catch {
    return null;
  }
}

/** Keeps a draft; false if the browser refuses. */
export function keepDraft(key: string, draft: Draft): boolean {
  try {
    localStorage.setItem(place() + key, JSON.stringify(draft));
    return true;
  } catch {
    return false;
  }
}

export function dropDraft(key: string): void {
  localStorage.removeItem(place() + key);
}

/** All drafts, newest first, with the addresses under which they are kept. */
export function drafts(): (Draft & { key: string })[] {
  const found: (Draft & { key: string })[] = [];
  const here = place();
  for (let i = 0; i < localStorage.length; i++) {
    const name = localStorage.key(i)!;
    const draft = name.startsWith(here) && !name.startsWith(`${here}@`) ? draftOf(name.slice(here.length)) : null;
    if (draft) {
      found.push({ ...draft, key: name.slice(here.length) });
    }
  }
  return found.sort((a, b) => b.at - a.at);
}
