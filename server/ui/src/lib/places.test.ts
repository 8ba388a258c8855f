import { expect, it } from 'vitest';

Object.assign(globalThis, {
  sessionStorage: { getItem: () => null },
  localStorage: { getItem: () => null },
});
const { me } = await import('./session');
const { mayOpen, myPlaces } = await import('./places');

const places = (...roles: string[]) => {
  me.value = { tenant: 'main', roles };
  return myPlaces().map((each) => each.href);
};

it('nobody is led to a page that refuses them', () => {
  expect(places('participant')).toEqual(['/work', '/processes']);
  expect(places('worker')).toEqual(['/processes']);
  expect(places('designer')).toEqual(['/cases', '/work', '/processes', '/agents', '/simulate', '/ask']);
  expect(places('auditor', 'participant')).toEqual(['/cases', '/work', '/processes', '/agents', '/ask', '/operations']);
});

it('an address belongs to a page, whatever stands behind it', () => {
  me.value = { tenant: 'main', roles: ['participant'] };
  expect(mayOpen('/cases/7?at=now')).toBe(false);
  expect(mayOpen('/work/7%231')).toBe(true);
  expect(mayOpen('/')).toBe(true);
  expect(mayOpen('/edit?process=claim')).toBe(true);
  expect(mayOpen('/workshop')).toBe(true);
  me.value = null;
  expect(mayOpen('/')).toBe(false);
});
