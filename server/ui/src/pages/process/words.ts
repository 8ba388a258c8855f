/** The languages of processes, for people. */
import { at as under } from '../../lib/keyed';

const LANGUAGES: Record<string, string> = {
  net: 'YAWL net',
  prolog: 'Logic program',
  rules: 'Rules',
  ruled: 'Process under rules',
  activity: 'Java activities',
  history: 'Questions to the history',
};

export function languageInWords(language: string): string {
  return under(LANGUAGES, language) ?? language;
}

/** The word for a process against which nothing was found; only nets and rules are proved. */
export function goodWord(language: string): string {
  return language === 'net' || language === 'ruled' ? 'sound' : language === 'rules' ? 'enforceable' : 'checked';
}
