import { expect, it, onTestFinished, vi } from 'vitest';
import { openOutboxStore } from '../features/messages/outbox/index.ts';
import { deviceState } from '../platform/device-state.ts';
import { installLocks } from '../test/locks.fixture.ts';
import { pressed } from './presses.ts';
import { renewSubscription } from './subscriptions.ts';
import { pageAt, pressOn, startWorkerScope } from './worker.fixture.ts';

/** Starts a worker that shows a message of riya. */
async function withMessage(...given: Parameters<typeof startWorkerScope>) {
  const worker = await startWorkerScope(...given);
  await worker.scope.registration.showNotification('Riya', {
    tag: 'chat:riya',
    data: { url: '/v1/chat/riya?m=7', messageId: '2s-7' },
  });
  return worker;
}

it('PN-03: a press opens the place in the page that is open, without a reload', async () => {
  const pages = [pageAt('/v1?tab=feed', { visibilityState: 'hidden' }), pageAt('/v1/chat/kabir')];
  const { scope, shown, opened } = await withMessage(undefined, { pages });
  await pressed(scope, pressOn(shown()[0]));
  expect(pages[1]).toMatchObject({ hasFocus: true, told: [{ kind: 'open', url: '/v1/chat/riya?m=7' }] });
  expect(pages[0]?.told).toEqual([]);
  expect(opened).toEqual([]);
  expect(shown()).toEqual([]);
});

it('PN-03: a press opens a page where there is none, or none that answers', async () => {
  const closed = await withMessage();
  await pressed(closed.scope, pressOn(closed.shown()[0]));
  expect(closed.opened).toEqual(['/v1/chat/riya?m=7']);
  const pages = [pageAt('/v1', { answers: false, focus: () => Promise.reject(new Error('asleep')) })];
  const asleep = await withMessage(undefined, { pages });
  await pressed(asleep.scope, pressOn(asleep.shown()[0]));
  expect(asleep.opened).toEqual(['/v1/chat/riya?m=7']);
});

it('PN-03: ‘Mark read’ reads up to the message that was pushed, and opens nothing', async () => {
  const { scope, shown, opened, asked } = await withMessage(() => ({ body: {} }));
  await pressed(scope, pressOn(shown()[0], 'read'));
  expect(asked('POST /conversations/read').map(({ body }) => body)).toEqual([
    { recipient: 'riya', up_to: 7 },
  ]);
  expect(opened).toEqual([]);
});

it('PN-03, R-03: a reply that can’t be sent stays in the outbox, and the notification says so', async () => {
  const { scope, shown } = await withMessage();
  await pressed(scope, pressOn(shown()[0], 'reply', ' on my way '));
  expect(shown()).toMatchObject([
    { title: 'Riya', silent: true, body: 'Your reply isn’t sent yet. Open the chat to send it.' },
  ]);
  const outbox = openOutboxStore('asha', '@riya');
  onTestFinished(outbox.close);
  expect(await outbox.load()).toMatchObject([
    { kind: 'message', content: 'on my way', state: 'queued', clientMessageId: expect.any(String) },
  ]);
});

it('PN-03: a browser that takes no words opens the chat instead', async () => {
  const { scope, shown, opened } = await withMessage();
  await pressed(scope, pressOn(shown()[0], 'reply'));
  expect(opened).toEqual(['/v1/chat/riya?m=7']);
});

it('PN-03, AU-14: an expired session is renewed once, and the pages learn it', async () => {
  installLocks();
  const before = Date.now();
  const { scope, shown, asked } = await withMessage(
    ({ path }) => ({ body: path === '/auth/refresh' ? { expires_in: 3600 } : {} }),
    { exp: 1 },
  );
  const [notification] = shown();
  await Promise.all([
    pressed(scope, pressOn(notification, 'read')),
    pressed(scope, pressOn(notification, 'read')),
  ]);
  expect(asked('POST /auth/refresh')).toHaveLength(1);
  const reads = asked('POST /conversations/read');
  expect(reads.map(({ headers }) => headers['x-session-user'])).toEqual(['asha', 'asha']);
  const held = await deviceState.get('session');
  expect(held?.account).toBe('asha');
  expect(held?.expiresAt).toBeGreaterThanOrEqual(before + 3_600_000);
});

it('PN-02: the server learns the new address of a browser; nothing happens for nobody', async () => {
  const { scope, asked, subscribe } = await startWorkerScope(() => ({ body: {} }));
  const body = { endpoint: 'https://push.example/2', keys: { p256dh: 'p', auth: 'a' } };
  subscribe.mockResolvedValue({ toJSON: () => body });
  const oldSubscription = { options: { applicationServerKey: new ArrayBuffer(65) } };
  const change = { waitUntil: vi.fn(), oldSubscription: oldSubscription as unknown as PushSubscription };
  await renewSubscription(scope, change);
  expect(asked('POST /push/subscriptions').map((request) => request.body)).toEqual([body]);
  await deviceState.forget();
  await renewSubscription(scope, change);
  expect(subscribe).toHaveBeenCalledOnce();
});
