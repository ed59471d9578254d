import { OUTBOX_SYNC, outboxesOf } from '../features/messages/outbox/index.ts';
import { deviceState } from '../platform/device-state.ts';
import { drainOutbox } from './outbox-drain.ts';
import type { SyncEvent } from './worker-types.ts';

/**
 * Sends what the current account wrote in this browser and no page has sent (PN-01), conversation by conversation. Rejects if something
 * is left, so that the browser sends the event again later.
 */
export async function sync({ tag }: Pick<SyncEvent, 'tag'>): Promise<void> {
  const session = await deviceState.get('session');
  if (tag !== OUTBOX_SYNC || !session) return;
  let isLeft = false;
  for (const conversationId of await outboxesOf(session.account)) {
    // One after the other: a phone has little power in the background.
    // oxlint-disable-next-line no-await-in-loop
    if (!(await drainOutbox(session.account, conversationId))) isLeft = true;
  }
  if (isLeft) throw new Error('The server could not be reached for everything in the outbox');
}
