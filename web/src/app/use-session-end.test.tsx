import { renderHook, waitFor } from '@testing-library/react';
import { afterEach, describe, expect, it } from 'vitest';
import { openGroupChat } from '../platform/open-chat.ts';
import { session } from '../platform/session.ts';
import { sharedContent } from '../platform/shared-content.ts';
import { logIn } from '../test/log-in.ts';
import { toast } from '../ui/toast-store.ts';
import { router } from './router.ts';
import { useSessionEnd } from './providers.tsx';

afterEach(() => sessionStorage.clear());

const shared = { title: '', text: 'rain', url: '', files: [], refused: [], isTooMany: false };

describe('the end of a session', () => {
  // First: the tests after it clear storage in the background.
  it('PN-01: whose session ends while something is shared logs in and goes on; after a log-out nothing is left of it', async () => {
    await sharedContent.put(shared);
    logIn('asha');
    await router.navigate({ to: '/share' });
    renderHook(() => useSessionEnd());
    session.end({ reason: 'expired', landing: '/' });
    await waitFor(() => expect(router.history.location.href).toBe('/login?to=%2Fshare'));
    logIn('asha', 7200);
    expect(await sharedContent.get()).toEqual(shared);
    session.logOut();
    await waitFor(async () => expect(await sharedContent.get()).toBeUndefined());
    await waitFor(() => expect(router.history.location.pathname).toBe('/'));
  });

  it('removes read positions and drafts of the user, and keeps device settings', () => {
    logIn('asha');
    localStorage.setItem('read/asha/room-1', '7');
    localStorage.setItem('theme', 'dark');
    sessionStorage.setItem('draft/asha/room-1', 'half a sen');
    sessionStorage.setItem('draft/asha/room-1/attachments', '{}');
    renderHook(() => useSessionEnd());
    session.logOut();
    expect(Object.keys(localStorage)).toEqual(['theme']);
    expect(Object.keys(sessionStorage)).toEqual([]);
  });

  it.each([
    ['AU-17', 'expired', 'Session expired. Please log in again.'],
    ['AU-24', 'invalid', 'Invalid token. Please log in again.'],
  ] as const)('%s: the user reads why the session ended (%s)', (_id, reason, text) => {
    logIn('asha');
    renderHook(() => useSessionEnd());
    session.end({ reason, landing: '/' });
    expect(toast.current().at(-1)).toMatchObject({ text, tone: 'problem' });
  });

  it('AU-18, SH-29: an open room closes, and the user lands at /error', async () => {
    logIn('asha');
    openGroupChat.set('room-1');
    renderHook(() => useSessionEnd());
    session.end({ reason: 'expired', landing: '/error' });
    expect(openGroupChat.get()).toBeNull();
    await waitFor(() => expect(router.history.location.pathname).toBe('/error'));
  });

  it('a renewed session of the same user removes nothing', () => {
    logIn('asha');
    localStorage.setItem('read/asha/room-1', '7');
    renderHook(() => useSessionEnd());
    logIn('asha', 7200);
    expect(localStorage.getItem('read/asha/room-1')).toBe('7');
  });

  it('after an expiry, drafts are kept for the same user only', () => {
    logIn('asha');
    sessionStorage.setItem('draft/asha/room-1', 'half a sen');
    renderHook(() => useSessionEnd());
    session.end({ reason: 'expired', landing: '/' });
    logIn('asha', 7200);
    expect(sessionStorage.getItem('draft/asha/room-1')).toBe('half a sen');
    session.end({ reason: 'expired', landing: '/' });
    logIn('riya', 7200);
    expect(sessionStorage.getItem('draft/asha/room-1')).toBeNull();
  });
});
