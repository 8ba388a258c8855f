/** Whether the page is being printed: lists are then drawn as a whole, and in light colours. */
import { signal } from '@preact/signals';

export const printing = signal(false);

/** The most rows of a list that are printed. */
export const MOST_PRINTED = 2_000;

window.addEventListener?.('beforeprint', () => (printing.value = true));
window.addEventListener?.('afterprint', () => (printing.value = false));
