/** Light or dark: as the system says, unless the reader has chosen. */
import { effect, signal } from '@preact/signals';
import { printing } from './printing';

const CHOSEN = 'millrace.theme';
const system = window.matchMedia('(prefers-color-scheme: dark)');

export type Theme = 'system' | 'light' | 'dark';

export const theme = signal<Theme>((localStorage.getItem(CHOSEN) as Theme | null) ?? 'system');

export function applyTheme(): void {
  const dark = !printing.value && (theme.value === 'dark' || (theme.value === 'system' && system.matches));
  document.documentElement.dataset['theme'] = dark ? 'dark' : 'light';
}

export function chooseTheme(next: Theme): void {
  theme.value = next;
  if (next === 'system') {
    localStorage.removeItem(CHOSEN);
  } else {
    localStorage.setItem(CHOSEN, next);
  }
  applyTheme();
}

system.addEventListener('change', applyTheme);
effect(applyTheme);
