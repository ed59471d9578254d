import { renderHook } from '@testing-library/react';
import { afterEach, describe, expect, it } from 'vitest';
import { session } from '../platform/session.ts';
import { makeToken } from '../test/token.ts';
import { useSessionEnd } from './use-session-end.ts';

afterEach(() => sessionStorage.clear());

describe('the end of a session', () => {
  it('removes what the user read and wrote, and keeps device settings', () => {
    session.start(makeToken('asha', Math.floor(Date.now() / 1000) + 3600));
    localStorage.setItem('read/asha/room-1', '7');
    localStorage.setItem('theme', 'dark');
    sessionStorage.setItem('draft/asha/room-1', 'half a sen');
    sessionStorage.setItem('draft/asha/room-1/attachments', '{}');
    renderHook(() => useSessionEnd());
    session.logOut();
    expect(Object.keys(localStorage)).toEqual(['theme']);
    expect(Object.keys(sessionStorage)).toEqual([]);
  });

  it('a new token of the same user removes nothing', () => {
    const now = Math.floor(Date.now() / 1000);
    session.start(makeToken('asha', now + 3600));
    localStorage.setItem('read/asha/room-1', '7');
    renderHook(() => useSessionEnd());
    session.start(makeToken('asha', now + 7200));
    expect(localStorage.getItem('read/asha/room-1')).toBe('7');
  });

  it('after an expiry, drafts stay for the same user and for nobody else', () => {
    const now = Math.floor(Date.now() / 1000);
    session.start(makeToken('asha', now + 3600));
    sessionStorage.setItem('draft/asha/room-1', 'half a sen');
    renderHook(() => useSessionEnd());
    session.end({ reason: 'expired', landing: '/' });
    session.start(makeToken('asha', now + 7200));
    expect(sessionStorage.getItem('draft/asha/room-1')).toBe('half a sen');
    session.end({ reason: 'expired', landing: '/' });
    session.start(makeToken('riya', now + 7200));
    expect(sessionStorage.getItem('draft/asha/room-1')).toBeNull();
  });
});
