import { describe, expect, it, vi } from 'vitest';

vi.stubGlobal('window', { setInterval: () => 0 });
vi.stubGlobal('document', { hidden: true });
const { bytes, figure, plain, seconds, share, step, ticks, timeTicks } = await import('./scale');

describe('axes', () => {
  it('have round ticks that hold all values', () => {
    expect(ticks(0, 97, 5, plain(''))).toEqual([0, 20, 40, 60, 80, 100]);
    expect(ticks(0, 0.0031, 4, plain(''))).toEqual([0, 0.001, 0.002, 0.003, 0.004]);
  });

  it('have ticks also for one value or none', () => {
    expect(ticks(0, 0, 4, plain('')).length).toBeGreaterThan(1);
    expect(ticks(5, 5, 4, plain('')).length).toBeGreaterThan(1);
  });

  it('step by round lengths of time', () => {
    expect(step(86_400, 5, seconds.steps)).toBe(21_600);
    expect(seconds.tick(21_600, 21_600)).toBe('6 h');
  });

  it('tell times of day, and the date at midnight', () => {
    const from = new Date(2026, 0, 5, 20).getTime();
    const found = timeTicks(from, from + 8 * 3_600_000, 4);
    expect(found.map((each) => each.text)).toContain('22:00');
    expect(found.some((each) => /5|6/.test(each.text) && !each.text.includes(':'))).toBe(true);
  });
});

describe('values', () => {
  it('have three digits that matter', () => {
    expect(figure(0.04213)).toBe('0.0421');
    expect(figure(3.14159)).toBe('3.14');
    expect(figure(0)).toBe('0');
  });

  it('have units that people read', () => {
    expect(seconds.text(0.0042)).toBe('4.2 ms');
    expect(seconds.text(5_400)).toBe('1 h 30 min');
    expect(share.text(0.125)).toBe('12.5 %');
    expect(bytes.text(1_536)).toBe('1.5 KB');
  });
});
