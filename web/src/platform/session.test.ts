import { describe, expect, it, vi } from 'vitest';
import { logIn } from '../test/log-in.ts';
import { session, type SessionEnd } from './session.ts';
import { suspendedProof } from './suspended-proof.ts';

describe('the session', () => {
  it('AU-03, AU-04, AU-05, AU-06, ID-07: stores who is logged in and until when, no token, and removes both at logout', () => {
    const before = Date.now();
    session.start({ username: 'asha', expires_in: 3600 });
    expect(Object.keys(localStorage).toSorted()).toEqual(['session_expires', 'username']);
    expect(localStorage.getItem('username')).toBe('asha');
    expect(Number(localStorage.getItem('session_expires'))).toBe(session.current()?.expiresAt);
    expect(session.current()?.expiresAt).toBeGreaterThanOrEqual(before + 3_600_000);
    session.logOut();
    expect(localStorage.length).toBe(0);
    expect(session.current()).toBeNull();
  });

  it('ID-07: a log-out that the server does not know yet is forgotten with the next login', () => {
    session.owesLogOut.set();
    expect(session.owesLogOut.get()).toBe(true);
    logIn('riya');
    expect(session.owesLogOut.get()).toBe(false);
  });

  it('returns the same object until it changes, and notifies of changes', () => {
    logIn('asha');
    const listener = vi.fn();
    const stop = session.subscribe(listener);
    expect(session.current()).toBe(session.current());
    localStorage.setItem('session_expires', '100000');
    dispatchEvent(new StorageEvent('storage', { key: 'session_expires' }));
    expect(listener).toHaveBeenCalledTimes(1);
    expect(session.current()?.expiresAt).toBe(100_000);
    stop();
    session.logOut();
    expect(listener).toHaveBeenCalledTimes(1);
  });

  it('SV-50: a suspension leads to the reason in every tab, by the cookie of the ended session', () => {
    const ends: SessionEnd[] = [];
    const stop = session.onEnd((end) => ends.push(end));
    logIn('asha');
    session.suspend('riya');
    expect(session.current()?.username).toBe('asha');
    session.suspend('asha');
    expect(suspendedProof.current()).toEqual({});
    const left = Object.entries(localStorage);

    // Another tab with the same session receives the storage event.
    logIn('asha');
    expect(suspendedProof.current()).toBeUndefined();
    expect(session.current()?.username).toBe('asha');
    localStorage.clear();
    for (const [key, value] of left) localStorage.setItem(key, String(value));
    dispatchEvent(new StorageEvent('storage', { key: 'username' }));
    stop();
    expect(suspendedProof.current()).toEqual({});
    expect(session.hasJustEnded()).toBe(true);
    expect(ends).toEqual([
      { reason: 'suspended', landing: '/suspended' },
      { reason: 'suspended', landing: '/suspended' },
    ]);
    suspendedProof.forget();
  });
});
