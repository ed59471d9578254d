import { io, type Socket } from 'socket.io-client';
import { sentMessageOf } from '../features/direct/sending/index.ts';
import type { OutboxMessage, SendError } from '../features/messages/outbox/index.ts';
import { groupMessageOf } from '../features/rooms/sending/index.ts';
import type { ConversationPlace } from '../platform/conversation-place.ts';
import type { DeviceSession } from '../platform/device-state.ts';
import { isStaleSessionCode } from '../platform/stale-session.ts';
import { isTemporaryCode } from '../platform/connection-refusals.ts';

/** The server has this long to accept a connection or to acknowledge a message, in ms: browsers stop a worker soon after. */
const ANSWERED_WITHIN_MS = 15_000;

/** What became of a message: `lost` without an answer, then it may be stored. */
export type SendResult = 'stored' | 'lost' | SendError;

/** A connection over which the worker sends the messages of one conversation. */
export type OutboxSocket = {
  send(entry: OutboxMessage): Promise<SendResult>;
  close(): void;
};

const text = (value: unknown): string => (typeof value === 'string' ? value : '');

function readError(payload: unknown): SendError {
  const { code, detail, retry_after: seconds }: Partial<Record<string, unknown>> = Object(payload);
  return {
    code: text(code),
    detail: text(detail),
    ...(typeof seconds === 'number' && { retry_after: seconds }),
  };
}

/**
 * A room by its connection (RT-01), private messages by the one of a main screen, which names their recipient: a connection of the chat
 * itself would say that its messages are being read (SV-46).
 */
const open = (place: ConversationPlace, { account }: DeviceSession): Socket =>
  io({
    path: 'group_id' in place ? '/group-socket.io' : '/socket.io',
    query: { self: account, ...('group_id' in place && place) },
    transports: ['websocket'],
    reconnection: false,
    forceNew: true,
    timeout: ANSWERED_WITHIN_MS,
  });

const emit = (socket: Socket, place: ConversationPlace, entry: OutboxMessage): unknown =>
  'group_id' in place
    ? socket.emit('group_message', groupMessageOf(place.group_id, entry))
    : socket.emit('message', sentMessageOf(place.recipient, entry));

/** Sends a message as the page of the conversation does, and waits for its acknowledgement. */
async function sendOver(socket: Socket, place: ConversationPlace, entry: OutboxMessage): Promise<SendResult> {
  const { promise, resolve } = Promise.withResolvers<SendResult>();
  const isAbout = (payload: unknown) => Object(payload).clientMessageId === entry.clientMessageId;
  const onStored = (payload: unknown) => isAbout(payload) && resolve('stored');
  const onError = (payload: unknown) => isAbout(payload) && resolve(readError(payload));
  const onLost = () => resolve('lost');
  socket.on('message_confirmation', onStored);
  socket.on('error', onError);
  socket.on('disconnect', onLost);
  const timer = setTimeout(onLost, ANSWERED_WITHIN_MS);
  if (socket.connected) emit(socket, place, entry);
  else onLost();
  const result = await promise;
  clearTimeout(timer);
  socket.off('message_confirmation', onStored);
  socket.off('error', onError);
  socket.off('disconnect', onLost);
  return result;
}

/**
 * Connects to a conversation. Resolves with the refusal if a later try would be refused too, and with `lost` if the server can't be
 * reached now.
 */
export async function connectOutbox(
  place: ConversationPlace,
  session: DeviceSession,
): Promise<OutboxSocket | 'lost' | SendError> {
  const socket = open(place, session);
  const { promise, resolve } = Promise.withResolvers<'connected' | 'lost' | SendError>();
  socket.on('connect', () => resolve('connected'));
  socket.on('connect_error', (error) => {
    const refusal = readError('data' in error ? error.data : undefined);
    const isLater =
      refusal.code === '' ||
      refusal.code === 'too_many_connections' ||
      isTemporaryCode(refusal.code) ||
      isStaleSessionCode(refusal.code);
    resolve(isLater ? 'lost' : refusal);
  });
  const result = await promise;
  if (result !== 'connected') {
    socket.disconnect();
    return result;
  }
  return {
    send: (entry) => sendOver(socket, place, entry),
    close: () => socket.disconnect(),
  };
}
