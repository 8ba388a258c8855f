import { readdirSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { part } from './segment';

it('is encoded as the browser does it', () => {
  expect(part('7#1')).toBe('7%231');
  expect(part('a/b c?')).toBe('a%2Fb%20c%3F');
  expect(part('Zürich 🚀')).toBe('Z%C3%BCrich%20%F0%9F%9A%80');
});

it('never fails, whatever a name has', () => {
  expect(part('cut \ud83d')).toBe('cut%20%EF%BF%BD');
  expect(part('\ude80 cut')).toBe('%EF%BF%BD%20cut');
  expect(part('\ude80\ud83d')).toBe('%EF%BF%BD%EF%BF%BD');
});

it('is what all pages use', () => {
  const source = `${import.meta.dirname}/..`;
  const found = readdirSync(source, { recursive: true, encoding: 'utf8' }).filter((file) => /(?<!\.test)\.tsx?$/.test(file) && readFileSync(`${source}/${file}`, 'utf8').includes('encodeURIComponent('));
  expect(found).toEqual(['lib/segment.ts']);
});
