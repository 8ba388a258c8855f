/** The business keys of cases, read when a row that shows one comes into sight. */
import { effect, signal } from '@preact/signals';
import { get, part } from '../../lib/api';
import { key, maySeeCases, tenant } from '../../lib/session';
import type { Case } from '../../lib/types';

/** Whether the reader may look at cases; those who only do work may not. */
export function seesCases(): boolean {
  return maySeeCases();
}

/** The case at the top of an id: it has the key. */
export function rootOf(id: string): string {
  return id.split('.')[0]!;
}

export const caseKeys = signal<ReadonlyMap<string, string>>(new Map());

const asked = new Set<string>();
const waiting: string[] = [];
let running = 0;
const AT_ONCE = 3;
let generation = 0;

// Another tenant has other cases under the same ids.
effect(() => {
  void [tenant.value, key.value];
  generation++;
  asked.clear();
  waiting.length = 0;
  caseKeys.value = new Map();
});

function next(): void {
  while (running < AT_ONCE && waiting.length > 0) {
    const id = waiting.pop()!;
    running++;
    const of = generation;
    get<Case>(`/cases/${part(id)}`)
      .then((found) => of === generation && (caseKeys.value = new Map(caseKeys.value).set(id, found.key ?? '')))
      .catch(() => undefined)
      .finally(() => {
        running--;
        next();
      });
  }
}

/** Asks for the keys of some cases, those asked for last first. */
export function askKeys(cases: string[]): void {
  if (!seesCases()) {
    return;
  }
  for (const id of cases.map(rootOf)) {
    if (!asked.has(id)) {
      asked.add(id);
      waiting.push(id);
    }
  }
  next();
}
