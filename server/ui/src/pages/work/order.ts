/** Which work is shown, and in what order: by when it is due, then by priority. */
import type { Work } from '../../lib/types';

/** The priority of work unless its task says otherwise. */
export const NORMAL_PRIORITY = 100;

export interface Group {
  name: string;
  items: Work[];
}

/** What the address asks for. */
export interface Wanted {
  process: string;
  task: string;
  state: string;
  case: string;
  late: boolean;
  text: string;
}

/** Whether work is late. */
export function isLate(work: Work, now: number): boolean {
  return work.due !== undefined && Date.parse(work.due) < now;
}

/** Whether somebody has to look at it: work for people, and automatic work that has become an incident. */
export function needsSomebody(work: Work): boolean {
  return work.by === 'people' || work.incident !== undefined;
}

/** Whether work fits what is asked for; a text is looked for in everything that a row shows and in the input. */
export function fits(work: Work, wanted: Wanted, now: number, key = ''): boolean {
  if ((wanted.process !== '' && work.process !== wanted.process) || (wanted.task !== '' && work.task !== wanted.task) || (wanted.state !== '' && work.state !== wanted.state)) {
    return false;
  }
  if (wanted.case !== '' && work.case !== wanted.case && !work.case.startsWith(wanted.case + '.') && key !== wanted.case) {
    return false;
  }
  if (wanted.late && !isLate(work, now)) {
    return false;
  }
  const words = wanted.text.toLowerCase().split(/\s+/).filter(Boolean);
  if (words.length === 0) {
    return true;
  }
  const all = [work.task, work.process, work.work, key, work.holder ?? '', (work.roles ?? []).join(' '), JSON.stringify(work.input)].join(' ').toLowerCase();
  return words.every((word) => all.includes(word));
}

const NAMES = ['Late', 'Today', 'This week', 'Later', 'No due date'];

/** The days end when they end for the reader; a week ends with Sunday. */
function groupOf(work: Work, now: number): number {
  if (work.due === undefined) {
    return 4;
  }
  const due = Date.parse(work.due);
  if (due < now) {
    return 0;
  }
  const today = new Date(now);
  const midnight = new Date(today.getFullYear(), today.getMonth(), today.getDate() + 1).getTime();
  const toSunday = (7 - today.getDay()) % 7;
  const weekEnd = new Date(today.getFullYear(), today.getMonth(), today.getDate() + toSunday + 1).getTime();
  return due < midnight ? 1 : due < weekEnd ? 2 : 3;
}

function order(a: Work, b: Work): number {
  return b.priority - a.priority || (a.due ?? '9').localeCompare(b.due ?? '9') || a.offered.localeCompare(b.offered) || a.work.localeCompare(b.work, undefined, { numeric: true });
}

/** Work in groups by when it is due; groups without work are left out. */
export function grouped(items: Work[], now: number): Group[] {
  const groups: Group[] = NAMES.map((name) => ({ name, items: [] }));
  items.forEach((work) => groups[groupOf(work, now)]!.items.push(work));
  groups.forEach((group) => group.items.sort(order));
  return groups.filter((group) => group.items.length > 0);
}
