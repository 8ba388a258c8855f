import { describe, expect, test } from 'vitest';
import { compare, Exact, isMultiple, isWhole, numberOf, plus, readExactly, writeExactly } from './exact';

describe('numbers', () => {
  test('keep all their digits from the server and back', () => {
    const text = '{"big":12345678901234567890,"money":1.10,"plain":3,"tiny":1E-7}';
    const read = readExactly<Record<string, unknown>>(text);
    expect(read['big']).toBeInstanceOf(Exact);
    expect(read['plain']).toBe(3);
    expect(writeExactly(read)).toBe(text);
    expect(readExactly('{"t":"12345678901234567890 \\"1.10"}')).toEqual({ t: '12345678901234567890 "1.10' });
  });
  test('are compared, added and divided exactly', () => {
    expect(compare('0.1', '0.10')).toBe(0);
    expect(compare('9007199254740993', '9007199254740992')).toBe(1);
    expect(compare('-1e3', '-999')).toBe(-1);
    expect(plus('0.1', '0.2')).toBe('0.3');
    expect(plus('-0.5', '0.2')).toBe('-0.3');
    expect(plus('99999999999999999999', '1')).toBe('100000000000000000000');
    expect(isMultiple('1.05', '0.05')).toBe(true);
    expect(isMultiple('1.051', '0.05')).toBe(false);
    expect(isWhole('12.00')).toBe(true);
    expect(isWhole('12.5')).toBe(false);
    expect(isWhole('1e2')).toBe(true);
  });
  test('that JSON does not know are refused, with the text as it was written', () => {
    expect(() => readExactly('{"a": 007}')).toThrow();
    expect(() => readExactly('[-01.50]')).toThrow();
    expect(() => readExactly('1.50 x')).toThrow(/^(?!.*u0000).*$/s);
    expect(writeExactly(readExactly('[1e400, -0.0, 1.50]'))).toBe('[1e400,-0.0,1.50]');
  });
  test('are told from other texts', () => {
    expect(numberOf('12')).toBe(12);
    expect(numberOf('1,5')).toBeUndefined();
    expect(numberOf('007')).toBeUndefined();
    expect(String(numberOf('1.50'))).toBe('1.50');
  });
});
