import { describe, expect, it, vi } from 'vitest';
import { makeToken } from '../test/token.ts';
import { session, type SessionEnd } from './session.ts';
import { suspendedProof } from './suspended-proof.ts';
import { decodeToken } from './token-claims.ts';

describe('the session', () => {
  it('AU-03, AU-04: decodes the name and the expiry of a three-part token', () => {
    expect(decodeToken(makeToken('ऋतु', 12))).toEqual({ sub: 'ऋतु', exp: 12 });
  });

  it.each(['', 'a.b', 'a.b.c.d', 'a.!!.c', `a.${btoa('[]')}.c`, `a.${btoa('{"exp":1}')}.c`])(
    'AU-03: rejects %j as a token',
    (token) => {
      expect(decodeToken(token)).toBeNull();
    },
  );

  it('AU-05, AU-06: stores token and username under their keys and removes both at logout', () => {
    session.start(makeToken('asha', 99));
    expect(localStorage.getItem('token')).toBe(session.current()?.token);
    expect(localStorage.getItem('username')).toBe('asha');
    expect(session.current()?.expiresAt).toBe(99_000);
    session.logOut();
    expect(localStorage.length).toBe(0);
    expect(session.current()).toBeNull();
  });

  it('returns the same object until it changes, and notifies of changes', () => {
    session.start(makeToken('asha', 99));
    const listener = vi.fn();
    const stop = session.subscribe(listener);
    expect(session.current()).toBe(session.current());
    localStorage.setItem('token', makeToken('asha', 100));
    dispatchEvent(new StorageEvent('storage', { key: 'token' }));
    expect(listener).toHaveBeenCalledTimes(1);
    expect(session.current()?.expiresAt).toBe(100_000);
    stop();
    session.logOut();
    expect(listener).toHaveBeenCalledTimes(1);
  });

  it('SV-50: a suspension leads to the reason in every tab, each with the token in its own memory', () => {
    const ends: SessionEnd[] = [];
    const stop = session.onEnd((end) => ends.push(end));
    const token = makeToken('asha', 99);
    session.start(token);
    session.suspend('riya');
    expect(session.current()?.username).toBe('asha');
    session.suspend('asha');
    expect(suspendedProof.current()).toEqual({ token });
    const keys = Object.keys(localStorage);
    const left = keys.map((key) => [key, localStorage.getItem(key) ?? ''] as const);
    expect(JSON.stringify(left)).not.toContain(token);

    // Another tab with the same session receives the storage event.
    session.start(token);
    expect(suspendedProof.current()).toBeUndefined();
    expect(session.current()?.token).toBe(token);
    localStorage.clear();
    for (const [key, value] of left) localStorage.setItem(key, value);
    dispatchEvent(new StorageEvent('storage', { key: 'token' }));
    stop();
    expect(suspendedProof.current()).toEqual({ token });
    expect(session.hasJustEnded()).toBe(true);
    expect(ends).toEqual([
      { reason: 'suspended', landing: '/suspended' },
      { reason: 'suspended', landing: '/suspended' },
    ]);
    suspendedProof.forget();
  });
});
