import { afterEach, describe, expect, it, vi } from 'vitest';
import { requestId } from './request';

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;

afterEach(() => vi.unstubAllGlobals());

describe('the name of a request', () => {
  it('is a new one each time', () => {
    expect(requestId()).toMatch(UUID);
    expect(requestId()).not.toBe(requestId());
  });

  it('is one where the browser has no randomUUID, too', () => {
    const real = globalThis.crypto;
    vi.stubGlobal('crypto', { getRandomValues: (bytes: Uint8Array<ArrayBuffer>) => real.getRandomValues(bytes) });
    const names = Array.from({ length: 100 }, requestId);
    names.forEach((name) => expect(name).toMatch(UUID));
    expect(new Set(names).size).toBe(100);
  });
});
