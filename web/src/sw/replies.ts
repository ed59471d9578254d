import type { SendPrivateMessage } from '@adda/contract/direct';
import type { SendGroupMessage } from '@adda/contract/rooms';
import { io, type Socket } from 'socket.io-client';
import { openOutboxStore, type OutboxMessage } from '../features/messages/outbox/index.ts';
import { placeKey, type ConversationPlace } from '../platform/conversation-place.ts';
import type { DeviceSession } from '../platform/device-state.ts';
import { currentSession } from './worker-calls.ts';

/** The server has this long to acknowledge a reply, in ms: browsers stop a worker soon after. */
const CONFIRMED_WITHIN_MS = 15_000;

/** The connection of a page in this conversation (RT-01, RT-15), once. */
const connect = (place: ConversationPlace, { account, token }: DeviceSession): Socket =>
  io({
    path: 'group_id' in place ? '/group-socket.io' : '/socket.io',
    query: { self: account, ...place },
    auth: { token },
    transports: ['websocket'],
    reconnection: false,
    forceNew: true,
  });

/** Sends a message as the page of the conversation does, with the same client message id on every try. */
function emit(socket: Socket, place: ConversationPlace, entry: OutboxMessage): void {
  const { clientMessageId, content, queuedAt } = entry;
  const words = { content, clientMessageId, timestamp: new Date(queuedAt).toISOString() };
  if ('group_id' in place) socket.emit('group_message', { ...place, ...words } satisfies SendGroupMessage);
  else socket.emit('message', { ...place, ...words } satisfies SendPrivateMessage);
}

/** Sends a message; resolves with whether the server has stored it. */
async function deliver(place: ConversationPlace, entry: OutboxMessage): Promise<boolean> {
  const session = await currentSession();
  if (!session) return false;
  const socket = connect(place, session);
  const { promise, resolve } = Promise.withResolvers<boolean>();
  const isAbout = (payload: unknown) => Object(payload).clientMessageId === entry.clientMessageId;
  socket.on('connect', () => emit(socket, place, entry));
  socket.on('message_confirmation', (payload: unknown) => isAbout(payload) && resolve(true));
  socket.on('error', (payload: unknown) => isAbout(payload) && resolve(false));
  socket.on('connect_error', () => resolve(false));
  socket.on('disconnect', () => resolve(false));
  const timer = setTimeout(() => resolve(false), CONFIRMED_WITHIN_MS);
  const isStored = await promise;
  clearTimeout(timer);
  socket.disconnect();
  return isStored;
}

/**
 * Sends the words that were typed into a notification (PN-03). They are in the outbox of the conversation until the server has them:
 * a page that opens meanwhile sends the same message, not a second one. Resolves with whether the server has stored it.
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
    tries: 1,
    state: 'queued',
  };
  const store = openOutboxStore(session.account, placeKey(place));
  await store.change((entries) => [...entries, entry]);
  const isStored = await deliver(place, entry);
  if (isStored)
    await store.change((entries) =>
      entries.filter((held) => held.kind !== 'message' || held.clientMessageId !== clientMessageId),
    );
  store.close();
  return isStored;
}
