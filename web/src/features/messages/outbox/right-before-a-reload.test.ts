import { describe, expect, it, vi } from 'vitest';
import { createTestConnection } from '../../rooms/rooms.fixture.ts';
import { openTestOutbox, prepareTestOutboxes, settleStorage } from './outbox.fixture.ts';

prepareTestOutboxes();

const openOffline = () => openTestOutbox({ connection: createTestConnection('reconnecting') });

/** Lets the page be reloaded before IndexedDB has stored anything, until the returned function is called. */
function stallStorage(): () => void {
  const stalled = vi.spyOn(IDBDatabase.prototype, 'transaction').mockImplementation(() => {
    throw new DOMException('the page is gone', 'AbortError');
  });
  return () => stalled.mockRestore();
}

describe('what is written right before a reload', () => {
  it('R-03: a message is kept that IndexedDB did not store in time, and is sent once', async () => {
    const before = await openOffline();
    const resume = stallStorage();
    before.send('hello');
    await settleStorage();
    before.close();
    resume();
    const connection = createTestConnection();
    const after = await openTestOutbox({ connection });
    expect(connection.said()).toEqual(['hello']);
    after.close();
    const again = await openOffline();
    expect(again.messages()).toMatchObject([{ content: 'hello' }]);
  });

  it('R-03: what was discarded, or stored in time, is not kept twice', async () => {
    const before = await openOffline();
    before.send('stored');
    await settleStorage();
    const resume = stallStorage();
    before.discard(before.send('discarded'));
    await settleStorage();
    before.close();
    resume();
    const after = await openOffline();
    expect(after.messages()).toMatchObject([{ content: 'stored' }]);
    expect(Object.keys(sessionStorage).filter((key) => key.startsWith('outbox/'))).toEqual([]);
  });
});
