/** Drafts: what was typed into a form and not sent, kept in the browser. */
import { tenant } from '../../lib/session';
import type { Typed } from './model';

const PREFIX = 'millrace.draft.';

/** Where a draft is kept: another tenant has other work under the same ids. */
function place(name: string): string {
  return PREFIX + (tenant.value === '' ? '' : `${tenant.value}/`) + name;
}

const MOST = 50;
const DAYS = 30;

export interface Draft {
  at: number;
  typed: Typed;
  /** The type that the form had: a draft of another form is of no use. */
  schema: string;
}

/** The draft of a form with a type, if there is one. */
export function findDraft(name: string, schema: string): Draft | null {
  try {
    const draft = JSON.parse(localStorage.getItem(place(name)) ?? 'null') as Draft | null;
    return draft !== null && draft.schema === schema ? draft : null;
  } catch {
    return null;
  }
}

/** Keeps a draft; the oldest ones make room. */
export function keepDraft(name: string, draft: Draft): void {
  try {
    localStorage.setItem(place(name), JSON.stringify(draft));
  } catch {
    // The browser's store is full or not allowed: the form works without drafts.
  }
}

export function dropDraft(name: string): void {
  localStorage.removeItem(place(name));
}

/** Removes drafts that are old or too many. */
export function sweepDrafts(now: number): void {
  const all: { name: string; at: number }[] = [];
  for (let i = 0; i < localStorage.length; i++) {
    const name = localStorage.key(i)!;
    if (name.startsWith(PREFIX)) {
      try {
        all.push({ name, at: (JSON.parse(localStorage.getItem(name)!) as Draft).at });
      } catch {
        all.push({ name, at: 0 });
      }
    }
  }
  all.sort((a, b) => b.at - a.at);
  all.filter((each, i) => i >= MOST || each.at < now - DAYS * 86_400_000).forEach((each) => localStorage.removeItem(each.name));
}
