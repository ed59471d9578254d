import { expect, it, vi } from 'vitest';
import { chatRow } from '../features/inbox/inbox.fixture.ts';
import { deviceState } from '../platform/device-state.ts';
import { installLocks } from '../test/locks.fixture.ts';
import { receivePush } from './pushes.ts';
import { pageAt, payloadOf, pushOf, startWorkerScope } from './worker.fixture.ts';

/** A server on which there are unread messages of these people. */
const unreadOf =
  (...people: readonly string[]) =>
  ({ path }: { path: string }) =>
    path === '/inbox?filter=unread'
      ? {
          body: {
            items: people.map((username) => chatRow(username, { unread_count: 2 })),
            next_cursor: null as string | null,
          },
        }
      : undefined;

it('PN-03: shows who wrote what, where it leads, and what can be done with it', async () => {
  const { scope, shown, setAppBadge } = await startWorkerScope(unreadOf('riya'));
  await receivePush(scope, pushOf(payloadOf()));
  expect(shown()).toMatchObject([
    {
      title: 'Riya',
      body: 'hello there',
      tag: 'chat:riya',
      silent: false,
      vibrate: [60],
      data: { url: '/v1/chat/riya?m=7', messageId: '2s-7' },
      actions: [{ action: 'reply', type: 'text' }, { action: 'read' }],
    },
  ]);
  expect(setAppBadge).toHaveBeenCalledWith(2);
});

it('PN-03: what is about no conversation has no actions', async () => {
  const { scope, shown } = await startWorkerScope(unreadOf());
  const { message_id: _none, ...like } = payloadOf({ kind: 'like', tag: '12', url: '/post/12' });
  await receivePush(scope, pushOf(like));
  expect(shown()).toHaveLength(1);
  expect(shown()[0]).not.toHaveProperty('actions');
});

it('PN-03: nothing is shown while somebody looks at the conversation', async () => {
  const inFront = await startWorkerScope(unreadOf('riya'), {
    pages: [pageAt('/v1/chat/Riya', { focused: true })],
  });
  await receivePush(inFront.scope, pushOf(payloadOf()));
  expect(inFront.shown()).toEqual([]);
  const behind = await startWorkerScope(unreadOf('riya'), {
    pages: [pageAt('/v1/chat/riya', { visibilityState: 'hidden' }), pageAt('/v1/chat/kabir')],
  });
  await receivePush(behind.scope, pushOf(payloadOf()));
  expect(behind.shown()).toHaveLength(1);
});

it('PN-03: what was read on another device is taken back with the next push', async () => {
  const { scope, shown } = await startWorkerScope(unreadOf('kabir'));
  await scope.registration.showNotification('Riya', { tag: 'chat:riya', data: { url: '/v1/chat/riya?m=7' } });
  await scope.registration.showNotification('New follower', { tag: '9', data: { url: '/profile/zoya' } });
  await receivePush(
    scope,
    pushOf(payloadOf({ tag: 'chat:kabir', title: 'Kabir', url: '/v1/chat/kabir?m=3' })),
  );
  await vi.waitFor(() => expect(shown().map(({ title }) => title)).toEqual(['New follower', 'Kabir']));
});

it('PN-03: nothing is taken back while the server can’t be reached or has more than it tells', async () => {
  const offline = await startWorkerScope(() => ({ isLost: true }));
  await offline.scope.registration.showNotification('Riya', { tag: 'a', data: { url: '/v1/chat/riya' } });
  await receivePush(offline.scope, pushOf(payloadOf({ tag: 'b', url: '/v1/chat/kabir' })));
  expect(offline.shown()).toHaveLength(2);
  const more = await startWorkerScope(() => ({ body: { items: [], next_cursor: 'more' } }));
  await receivePush(more.scope, pushOf(payloadOf()));
  expect(more.shown()).toHaveLength(1);
});

it('PN-02: nothing is shown after the log-out, nor to the next account', async () => {
  const { scope, shown } = await startWorkerScope(unreadOf('riya'));
  await deviceState.set('session', { account: 'kabir', expiresAt: 9_999_999_999_000 });
  await receivePush(scope, pushOf(payloadOf()));
  await deviceState.forget();
  await receivePush(scope, pushOf(payloadOf()));
  expect(shown()).toEqual([]);
});

it.each(['not json', null, {}, { title: 'x', body: 3, tag: 't', url: '/' }])(
  'PN-03: %j is no push',
  async (payload) => {
    const { scope, shown } = await startWorkerScope();
    await receivePush(scope, pushOf(payload));
    expect(shown()).toEqual([]);
  },
);

it('PN-04: a burst alerts once, and a push that is delivered twice not again', async () => {
  installLocks();
  const { scope, showNotification } = await startWorkerScope(unreadOf('riya', 'kabir'));
  const silent = () => showNotification.mock.calls.map(([, options]) => options?.silent);
  void receivePush(scope, pushOf(payloadOf()));
  await vi.waitFor(() => expect(silent()).toEqual([false]));
  void receivePush(scope, pushOf(payloadOf({ tag: 'chat:kabir', url: '/v1/chat/kabir' })));
  await vi.waitFor(() => expect(silent()).toEqual([false, true]));
  await receivePush(scope, pushOf(payloadOf()));
  expect(silent()).toEqual([false, true, true]);
});

it('PN-04, SE-02: silent where sound is off or the app is in view, still where vibration is off', async () => {
  const { scope, shown } = await startWorkerScope(unreadOf('riya'));
  await deviceState.set('alerts', { sound: true, vibration: false });
  await receivePush(scope, pushOf(payloadOf()));
  expect(shown()).toMatchObject([{ silent: false, vibrate: [] }]);
  await deviceState.set('alerts', { sound: false, vibration: true });
  await receivePush(scope, pushOf(payloadOf({ body: 'again' })));
  expect(shown()).toMatchObject([{ silent: true }]);
  const inView = await startWorkerScope(unreadOf('riya'), { pages: [pageAt('/v1?tab=feed')] });
  await receivePush(inView.scope, pushOf(payloadOf()));
  expect(inView.shown()).toMatchObject([{ silent: true }]);
});
