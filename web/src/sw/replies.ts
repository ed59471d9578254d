import { entryKey, openOutboxStore, type OutboxMessage } from '../features/messages/outbox/index.ts';
import { placeKey, type ConversationPlace } from '../platform/conversation-place.ts';
import { drainOutbox } from './outbox-drain.ts';
import { currentSession } from './worker-calls.ts';

/** A page that has the conversation open sends the reply itself within this time, in ms. */
const SENT_BY_PAGE_WITHIN_MS = 5000;

/**
 * Sends the words that were typed into a notification (PN-03), after what waits in that conversation. They are in its outbox until the
 * server has them: a page that is open, or opens meanwhile, sends the same message, not a second one. Resolves with whether the server
 * has stored it.
 */
export async function sendReply(place: ConversationPlace, text: string): Promise<boolean> {
  const session = await currentSession();
  if (!session) return false;
  const clientMessageId = crypto.randomUUID();
  const entry: OutboxMessage = {
    kind: 'message',
    clientMessageId,
    content: text,
    queuedAt: Date.now(),
    tries: 0,
    state: 'queued',
  };
  const conversationId = placeKey(place);
  const store = openOutboxStore(session.account, conversationId);
  const held = async () => (await store.load()).find((other) => entryKey(other) === clientMessageId);
  const { promise: isSettled, resolve } = Promise.withResolvers<void>();
  store.onChanged(() => void held().then((now) => now?.state !== 'queued' && resolve()));
  await store.change((entries) => [...entries, entry]);
  const isDrained = await drainOutbox(session.account, conversationId);
  if (isDrained && (await held())?.state === 'queued') {
    const timer = setTimeout(resolve, SENT_BY_PAGE_WITHIN_MS);
    await isSettled;
    clearTimeout(timer);
  }
  const isStored = (await held()) === undefined;
  store.close();
  return isStored;
}
