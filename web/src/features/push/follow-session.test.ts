import { beforeEach, expect, it, onTestFinished, vi } from 'vitest';
import { deviceState } from '../../platform/device-state.ts';
import { refreshSession } from '../../platform/refresh.ts';
import { session } from '../../platform/session.ts';
import { startTestServer } from '../../test/answering-server.ts';
import { installLocks } from '../../test/locks.fixture.ts';
import { createShellConnection } from '../../test/shell-connection.fixture.ts';
import { logIn } from '../../test/log-in.ts';
import { chatRow, roomRow } from '../inbox/inbox.fixture.ts';
import { GROUP_ID } from '../rooms/rooms.fixture.ts';
import { followSession } from './follow-session.ts';
import { installPush, SERVER_KEY, SUBSCRIPTION } from './push.fixture.ts';
import { followShown } from './shown.ts';

beforeEach(deviceState.forget);

const HOUR_MS = 3_600_000;

/** Starts a server and follows asha's session, in which notifications are on. */
async function start(secondsLeft = 3600) {
  const server = await startTestServer(({ path }) =>
    path === '/push/key' ? { body: { public_key: SERVER_KEY } } : { body: { expires_in: 3 * 3600 } },
  );
  onTestFinished(server.close);
  location.href = `${server.url}/`;
  logIn('asha', secondsLeft);
  localStorage.setItem('push/asha/device', '1');
  const follow = () => onTestFinished(followSession());
  return { follow, asked: (path: string) => server.seen.filter((request) => request.path === path) };
}

const held = () => deviceState.get('session');

it('PN-02: at the start the browser subscribes again, and the worker learns the session', async () => {
  const browser = installPush({ permission: 'granted' });
  const { follow, asked } = await start();
  follow();
  await vi.waitFor(() => expect(asked('/push/subscriptions')[0]?.body).toEqual(SUBSCRIPTION));
  await vi.waitFor(async () => expect(await deviceState.get('subscriber')).toBe('asha'));
  expect(await held()).toEqual({ account: 'asha', expiresAt: session.current()?.expiresAt });
  expect(browser.requestPermission).not.toHaveBeenCalled();
  const expiresAt = Date.now() + 2 * HOUR_MS;
  session.extend(expiresAt);
  await vi.waitFor(async () => expect(await held()).toEqual({ account: 'asha', expiresAt }));
});

it('PN-02: another key of the server makes another subscription', async () => {
  const browser = installPush({ permission: 'granted' });
  await browser.subscribe({ applicationServerKey: new Uint8Array(65) });
  const { follow } = await start();
  follow();
  await vi.waitFor(() => expect(browser.subscribe).toHaveBeenCalledTimes(2));
  expect(browser.unsubscribe).toHaveBeenCalledOnce();
});

it('PN-02: the log-out leaves no subscription, no notification and no session', async () => {
  const browser = installPush({ permission: 'granted' });
  const { follow } = await start();
  follow();
  await vi.waitFor(async () => expect(await deviceState.get('subscriber')).toBe('asha'));
  browser.show('/v1/chat/riya');
  session.logOut();
  await vi.waitFor(() => expect(browser.isSubscribed()).toBe(false));
  expect(browser.shown()).toEqual([]);
  expect(await held()).toBeUndefined();
  expect(await deviceState.get('subscriber')).toBeUndefined();
});

it('PN-02: what an account left that ended while the app was closed is removed at the next start', async () => {
  const browser = installPush({ permission: 'granted' });
  const { follow } = await start();
  await deviceState.set('session', { account: 'kabir', expiresAt: Date.now() + HOUR_MS });
  await browser.subscribe({ applicationServerKey: new Uint8Array(65) });
  localStorage.removeItem('push/asha/device');
  browser.show('/v1/chat/riya');
  follow();
  await vi.waitFor(async () => expect((await held())?.account).toBe('asha'));
  expect(browser.isSubscribed()).toBe(false);
  expect(browser.shown()).toEqual([]);
});

it('PN-03, AU-20: a renewal by the worker is taken over, at the start and in place of another one', async () => {
  installLocks();
  installPush();
  const { follow, asked } = await start(0);
  const expiresAt = Date.now() + 2 * HOUR_MS;
  await deviceState.set('session', { account: 'asha', expiresAt });
  follow();
  await vi.waitFor(() => expect(session.current()?.expiresAt).toBe(expiresAt));
  const stale = { username: 'asha', expiresAt: Date.now() };
  session.extend(stale.expiresAt);
  expect(await refreshSession(stale)).toEqual({ username: 'asha', expiresAt });
  expect(asked('/auth/refresh')).toEqual([]);
  // Nothing newer is known: it is renewed here, and the worker learns it.
  await refreshSession({ username: 'asha', expiresAt });
  expect(asked('/auth/refresh')).toHaveLength(1);
  expect((await held())?.expiresAt).toBe(session.current()?.expiresAt);
});

it('PN-03: what is read, here or on another device, is taken back while the page is open', async () => {
  const browser = installPush({ permission: 'granted' });
  const items = [chatRow('kabir', { unread_count: 1 })];
  const server = await startTestServer(() => ({ body: { items, next_cursor: null } }));
  onTestFinished(server.close);
  location.href = `${server.url}/`;
  logIn('asha');
  const { connection, say, connect } = createShellConnection();
  onTestFinished(followShown(connection));
  for (const url of ['/v1/chat/riya?m=3', '/v1/chat/kabir', `/v1/group/${GROUP_ID}?m=9`, '/post/12'])
    browser.show(url);
  say('inbox_changed', { item: chatRow('riya', { unread_count: 1 }) });
  say('inbox_changed', { item: roomRow({ unread_count: 0 }) });
  await vi.waitFor(() =>
    expect(browser.shown()).toEqual(['/v1/chat/riya?m=3', '/v1/chat/kabir', '/post/12']),
  );
  connect(true);
  await vi.waitFor(() => expect(browser.shown()).toEqual(['/v1/chat/kabir', '/post/12']));
  say('inbox_changed', { removed: { username: 'kabir' } });
  await vi.waitFor(() => expect(browser.shown()).toEqual(['/post/12']));
});
