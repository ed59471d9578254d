import type { PrivateOutgoing, SendPrivateMessage } from '@adda/contract/direct';
import type { GroupOutgoing, SendGroupMessage } from '@adda/contract/rooms';
import { randomUUID } from 'node:crypto';
import { io, type Socket } from 'socket.io-client';

type Outgoing = GroupOutgoing & Pick<PrivateOutgoing, 'message'>;
type Listens = { [E in keyof Outgoing]: (payload: Outgoing[E]) => void };
type Emits = {
  group_message: (message: SendGroupMessage) => void;
  message: (message: SendPrivateMessage) => void;
};
type Message = { readonly content: string; readonly clientMessageId: string };

/** Messages in flight per sender. */
const IN_FLIGHT = 3;
/** Pause between a confirmation and the next message, so that the history stays short enough to read. */
const PAUSE_MS = 200;

/** A conversation: a room, or a private chat with one user. */
export type ConversationTarget = { readonly groupId: string } | { readonly recipient: string };

type Start = {
  readonly url: string;
  readonly place: ConversationTarget;
  readonly person: { readonly username: string; readonly token: string };
};

/** A standard client that sends continuously and, after reconnecting, sends unconfirmed messages again. */
export type RetryingSender = {
  readonly place: ConversationTarget;
  readonly username: string;
  /** Contents in the order in which they were first sent: `0`, `1`, `2`, … */
  readonly sent: () => readonly string[];
  /** Ids of confirmed messages, by content. */
  readonly confirmed: ReadonlyMap<string, string>;
  /** Ids and contents of all received messages. */
  readonly received: ReadonlyMap<string, string>;
  /** Contents received with two different ids, and errors. */
  readonly faults: readonly unknown[];
  /** The number of messages that were sent more than once. */
  readonly repeats: () => number;
  /** Sends no new message; messages in flight are completed. */
  readonly finish: () => void;
  readonly inFlight: () => number;
  readonly close: () => void;
};

/** Connects and starts sending. */
export function startRetryingSender({ url, place, person }: Start): RetryingSender {
  const { token, username } = person;
  const isRoom = 'groupId' in place;
  const query = { token, self: username, ...(isRoom ? { group_id: place.groupId } : place) };
  const socket: Socket<Listens, Emits> = io(url, {
    path: isRoom ? '/group-socket.io' : '/socket.io',
    query,
    transports: ['websocket'],
    forceNew: true,
    reconnectionDelay: 50,
    reconnectionDelayMax: 300,
  });
  const inFlight = new Map<string, Message>();
  const sent: string[] = [];
  const confirmed = new Map<string, string>();
  const received = new Map<string, string>();
  const faults: unknown[] = [];
  let repeats = 0;
  let isSending = true;

  function emit(message: Message): void {
    if ('groupId' in place) socket.emit('group_message', { ...message, group_id: place.groupId });
    else socket.emit('message', { ...message, ...place });
  }

  function begin(): void {
    if (!isSending) return;
    const message = { content: String(sent.length), clientMessageId: randomUUID() };
    sent.push(message.content);
    inFlight.set(message.clientMessageId, message);
    // Not connected: it is sent with the others after the reconnection, in order.
    if (socket.connected) emit(message);
  }

  socket.on('connect', () => {
    repeats += inFlight.size;
    for (const message of inFlight.values()) emit(message);
    if (sent.length === 0) for (let count = 0; count < IN_FLIGHT; count += 1) begin();
  });
  socket.on('message_confirmation', ({ clientMessageId, _id: id }) => {
    const message = inFlight.get(clientMessageId ?? '');
    if (!message) return; // the first of two confirmations was enough
    inFlight.delete(message.clientMessageId);
    confirmed.set(message.content, id);
    setTimeout(begin, PAUSE_MS);
  });
  const onMessage = ({ _id: id, sender, content }: { _id: string; sender: string; content: string }) => {
    if (received.has(id)) faults.push({ receivedTwice: id });
    received.set(id, `${sender}: ${content}`);
  };
  socket.on('group_message', onMessage);
  socket.on('message', onMessage);
  socket.on('error', (error) => void faults.push(error));
  socket.on('connect_error', (error: Error & { data?: unknown }) => {
    if (error.data !== undefined) faults.push(error.data);
  });

  return {
    place,
    username,
    sent: () => sent,
    confirmed,
    received,
    faults,
    repeats: () => repeats,
    finish: () => {
      isSending = false;
    },
    inFlight: () => inFlight.size,
    close: () => void socket.disconnect(),
  };
}
