/** What people must hear of though they have left the page that it is about. The frame shows it until they hide it. */
import { signal } from '@preact/signals';

export interface Notice {
  id: number;
  words: string;
  /** Whether it is still going on. */
  busy: boolean;
}

export const notices = signal<Notice[]>([]);
let last = 0;

/** Shows a notice; what is returned changes its words. */
export function notify(words: string, busy = false): (words: string, busy: boolean) => void {
  const id = ++last;
  notices.value = [...notices.value, { id, words, busy }];
  return (next, still) => {
    const others = notices.value.filter((each) => each.id !== id);
    // One that somebody has hidden comes back when it is over.
    notices.value = still && others.length === notices.value.length ? others : [...others, { id, words: next, busy: still }];
  };
}

export function hide(id: number): void {
  notices.value = notices.value.filter((each) => each.id !== id);
}
