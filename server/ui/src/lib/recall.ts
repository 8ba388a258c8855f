/**
 * What lists have said of cases, for the page of a case that somebody opens from there: it asks for the picture of the process together with the case
 * instead of after it. What the case itself says counts.
 */
import type { Case } from './types';

type Known = Pick<Case, 'process' | 'version'>;

const known = new Map<string, Known>();
const MOST = 2_000;

export function remember(cases: Case[]): void {
  for (const { case: id, process, version } of cases.slice(0, MOST)) {
    known.delete(id);
    known.set(id, { process, version });
  }
  for (const id of known.keys()) {
    if (known.size <= MOST) {
      break;
    }
    known.delete(id);
  }
}

export function recall(id: string): Known | undefined {
  return known.get(id);
}

/** Another tenant, or another person, has others. */
export function forget(): void {
  known.clear();
}
