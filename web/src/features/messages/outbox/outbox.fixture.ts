import { afterEach, beforeEach, vi } from 'vitest';
import { roomOutboxConnection } from '../../rooms/room-session.ts';
import { createTestConnection, GROUP_ID } from '../../rooms/rooms.fixture.ts';
import { createOutbox, type OutboxOptions } from './outbox.ts';

let account = 0;
const open: { close(): void }[] = [];

/** The account that the outboxes of the running test belong to. */
export const testAccount = (): string => `asha-${account}`;

/** Logs in another account: outboxes that are opened from now on belong to it. */
export function changeAccount(): void {
  account += 1;
}

/** Waits until pending IndexedDB operations, which take turns of the event loop, are done. */
export const settleStorage = () => vi.advanceTimersByTimeAsync(50);

/** Gives each test of the file its own account and fake timers, and closes its outboxes. */
export function prepareTestOutboxes(): void {
  beforeEach(() => {
    changeAccount();
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setImmediate', 'clearImmediate', 'Date'] });
  });
  afterEach(() => {
    for (const outbox of open.splice(0)) outbox.close();
    vi.useRealTimers();
    vi.restoreAllMocks();
  });
}

/** What a test decides about an outbox. */
type TestOutboxOptions = Partial<Omit<OutboxOptions, 'connection' | 'requests'>> & {
  readonly requests?: Partial<OutboxOptions['requests']>;
  readonly connection?: ReturnType<typeof createTestConnection>;
};

/** Opens the outbox of a room; requests succeed, and the input accepts no returned message, unless the test says otherwise. */
export async function openTestOutbox({
  connection = createTestConnection(),
  requests,
  ...given
}: TestOutboxOptions = {}) {
  const outbox = createOutbox({
    account: testAccount(),
    conversationId: GROUP_ID,
    connection: roomOutboxConnection(connection.connection, GROUP_ID),
    requests: {
      send: () => Promise.resolve(),
      sendEdit: () => Promise.resolve(),
      onRefused: () => undefined,
      ...requests,
    },
    onReturned: () => false,
    ...given,
  });
  open.push(outbox);
  await settleStorage();
  return outbox;
}

/** Takes the network from the browser until the returned function is called. */
export function goOffline(): () => void {
  const spy = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
  return () => {
    spy.mockRestore();
    dispatchEvent(new Event('online'));
  };
}
