import { expect, it } from 'vitest';
import { inWords, readRules } from './formula';

const bound = new Map([
  ['s_buy', 'buy:start'],
  ['c_buy', 'buy:complete'],
  ['c_book', 'book:complete'],
  ['s_cancel', 'cancel:start'],
]);

it('rules are said in words', () => {
  expect(inWords('s_buy -> c_book', bound)).toBe("If 'buy' starts, then 'book' completes, in any order.");
  expect(inWords('c_buy <= c_book', bound)).toBe("'buy' completes only after 'book' completes.");
  expect(inWords('c_book -> c_buy | s_cancel', bound)).toBe("If 'book' completes, then 'buy' completes, or 'cancel' starts, in any order.");
  expect(inWords('~s_cancel | c_book . s_cancel & ~c_buy . s_cancel', bound)).toBe("If 'cancel' starts, then 'book' completes and later 'cancel' starts; and 'buy' does not complete and later 'cancel' starts.");
  expect(inWords('over => paid', new Map([['over', 'case:end'], ['paid', 'signal payment']]))).toBe("If the case ends, then signal 'payment' arrives, later.");
});

it('named constraints have words of their own', () => {
  expect(inWords('precedence(a, b)', new Map())).toBe("'b' happens only after 'a' happens.");
  expect(inWords('response(a, {b, c})', new Map())).toBe("Whenever 'a' happens, 'b' happens or 'c' happens later.");
  expect(inWords('saga(flight/cancel_flight, hotel/cancel_hotel, pay)', new Map())).toBe("'flight', then 'hotel', then 'pay'; if 'pay' cannot complete, the others are compensated in reverse order: 'cancel_hotel' for 'hotel' and 'cancel_flight' for 'flight'.");
});

it('what cannot be read stays as it is', () => {
  expect(inWords('a ->', new Map())).toBe('a ->');
});

it('the statements of a text are found', () => {
  const found = readRules("# dep no: x;\nevent s_buy on buy:start flexible;\nevent p on signal pay immediate;\ndep one: s_buy -> p;\nassume two: p <= s_buy;\n");
  expect(found.events).toEqual([
    { name: 's_buy', on: 'buy:start', attributes: 'flexible' },
    { name: 'p', on: 'signal pay', attributes: 'immediate' },
  ]);
  expect(found.rules.map((each) => [each.what, each.name, each.expression])).toEqual([
    ['dep', 'one', 's_buy -> p'],
    ['assume', 'two', 'p <= s_buy'],
  ]);
});
