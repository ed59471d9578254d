import { locks } from 'node:worker_threads';
import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { createTestConnection, GROUP_ID } from '../../rooms/rooms.fixture.ts';
import { openOutboxStore, outboxLock } from './outbox-store.ts';
import { openTestOutbox, prepareTestOutboxes, settleStorage, testAccount } from './outbox.fixture.ts';

prepareTestOutboxes();

const register = vi.fn<(tag: string) => Promise<void>>();

/** Gives the browser a service worker with these properties of its registration. */
function installWorker(registration: object): void {
  const getRegistration = () => Promise.resolve(registration);
  Object.defineProperty(navigator, 'serviceWorker', { value: { getRegistration }, configurable: true });
  onTestFinished(() => void Reflect.deleteProperty(navigator, 'serviceWorker'));
}

beforeEach(() => register.mockReset().mockResolvedValue());

async function writeOffline() {
  const connection = createTestConnection('reconnecting');
  const onReturned = vi.fn(() => true);
  const outbox = await openTestOutbox({ connection, onReturned });
  outbox.send('hello');
  await settleStorage();
  return { ...connection, outbox, onReturned };
}

describe('an outbox with a background sync', () => {
  it('PN-01, X-21: what was written offline waits for the sync, longer than 30 s, and goes out with the connection', async () => {
    installWorker({ active: {}, sync: { register } });
    const { outbox, onReturned, said, move } = await writeOffline();
    expect(register).toHaveBeenCalledWith('outbox');
    await vi.advanceTimersByTimeAsync(120_000);
    expect(onReturned).not.toHaveBeenCalled();
    expect(outbox.messages()).toMatchObject([{ content: 'hello', state: 'queued' }]);
    move('connected');
    expect(said()).toEqual(['hello']);
  });

  it('PN-01, X-21: what an earlier visit left waits too', async () => {
    installWorker({ active: {}, sync: { register } });
    const before = await writeOffline();
    before.outbox.close();
    await vi.advanceTimersByTimeAsync(60_000);
    const onReturned = vi.fn(() => true);
    const connection = createTestConnection('reconnecting');
    const after = await openTestOutbox({ connection, onReturned });
    connection.move('connected');
    expect(onReturned).not.toHaveBeenCalled();
    expect(after.messages()).toMatchObject([{ state: 'sending' }]);
    expect(connection.said()).toEqual(['hello']);
  });

  it.each([
    ['no worker runs', { sync: { register } }],
    ['the browser has none', { active: {} }],
    [
      'the browser refuses',
      { active: {}, sync: { register: () => Promise.reject(new DOMException('no', 'NotAllowedError')) } },
    ],
  ])('GC-50, X-21: where %s, the text returns to the input after 30 s', async (_why, registration) => {
    installWorker(registration);
    const { outbox, onReturned } = await writeOffline();
    await vi.advanceTimersByTimeAsync(30_000);
    expect(onReturned).toHaveBeenCalledOnce();
    expect(outbox.messages()).toEqual([]);
  });

  it('PN-01: a reaction made offline asks for a sync', async () => {
    installWorker({ active: {}, sync: { register } });
    const outbox = await openTestOutbox({ connection: createTestConnection('reconnecting') });
    outbox.react('a-1', '👍', true);
    await settleStorage();
    expect(register).toHaveBeenCalledTimes(1);
  });

  it('PN-01: what is pending when the page is hidden asks for a sync', async () => {
    installWorker({ active: {}, sync: { register } });
    vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden');
    const hide = async () => {
      register.mockClear();
      document.dispatchEvent(new Event('visibilitychange'));
      await settleStorage();
      return register.mock.calls.length;
    };
    const outbox = await openTestOutbox();
    // The simulated page may still hold outboxes of other test files.
    const askedByOthers = await hide();
    outbox.send('hello');
    await settleStorage();
    expect(register).toHaveBeenCalledTimes(askedByOthers);
    expect(await hide()).toBe(askedByOthers + 1);
  });

  it.each([
    ['reconnecting', true],
    ['connected', false],
  ] as const)('PN-01: a page that is %s lets the worker send: %s', async (state, isGiven) => {
    Object.defineProperty(navigator, 'locks', { value: locks, configurable: true });
    onTestFinished(() => void Reflect.deleteProperty(navigator, 'locks'));
    const outbox = await openTestOutbox({ connection: createTestConnection(state) });
    const worker = openOutboxStore(testAccount(), GROUP_ID);
    onTestFinished(worker.close);
    const waiting = new AbortController();
    const granted = vi.fn();
    const request = locks.request(outboxLock(testAccount(), GROUP_ID), { signal: waiting.signal }, granted);
    const over = request.catch(() => undefined);
    worker.askToYield();
    vi.useRealTimers();
    if (isGiven) await vi.waitFor(() => expect(granted).toHaveBeenCalledOnce());
    else {
      // The question arrives before a change that is announced after it.
      await worker.change((entries) => entries);
      await vi.waitFor(async () => expect((await locks.query()).pending).toHaveLength(1));
      expect(granted).not.toHaveBeenCalled();
    }
    waiting.abort();
    await over;
    outbox.close();
  });
});
