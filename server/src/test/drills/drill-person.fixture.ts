import { HEARTBEAT_MS, type PrivateOutgoing, type SendPrivateMessage } from '@adda/contract/direct';
import {
  GROUP_CONNECT_TIMEOUT_MS,
  GROUP_RECONNECT_DELAY_MS,
  type GroupOutgoing,
  type SendGroupMessage,
} from '@adda/contract/rooms';
import { io, type Socket } from 'socket.io-client';
import type { Client } from '../client.ts';
import { createMessageStore, type DrillMessageStore } from './drill-message-store.fixture.ts';
import type { DrillLedger, ReceivedMessage } from './drill-ledger.fixture.ts';
import { createDrillOutbox } from './drill-outbox.fixture.ts';

/** Temporary errors: the web client keeps the message and reconnects. */
const passing = ['internal', 'unavailable', 'draining', 'storage_full', 'rate_limited', 'sending_too_fast'];

type Outgoing = GroupOutgoing & Pick<PrivateOutgoing, 'message'>;
type DrillSocket = Socket<
  { [E in keyof Outgoing]: (payload: Outgoing[E]) => void },
  {
    group_message: (message: SendGroupMessage) => void;
    message: (message: SendPrivateMessage) => void;
    heartbeat: () => void;
  }
>;

/** A conversation: a room, or a private chat with one user. `name` is that of the ledger. */
export type DrillPlace = { readonly name: string } & (
  | { readonly groupId: string }
  | { readonly recipient: string }
);

type Start = {
  readonly url: string;
  readonly client: Client;
  readonly ledger: DrillLedger;
  readonly place: DrillPlace;
  readonly person: { readonly username: string; readonly token: string };
};

/** Counts of one user. */
export type PersonCounts = {
  readonly connections: number;
  /** The longest time without a connection. */
  readonly longestOfflineMs: number;
  /** Number of received `catch_up` events. */
  readonly catchUps: number;
  readonly resent: number;
  /** Retries on an open connection without a confirmation. */
  readonly timedOut: number;
};

/** A user with an open conversation, whose client behaves like the web client. */
export type DrillPerson = {
  /** Sends a new message. */
  readonly sendNext: () => void;
  /** Resolves on the first connection. */
  readonly connected: Promise<void>;
  readonly counts: () => PersonCounts;
  readonly store: DrillMessageStore;
  readonly close: () => void;
};

/** Connects a user. */
export function startDrillPerson(start: Start): DrillPerson {
  const { ledger, place, person } = start;
  const socket = openSocket(start);
  const store = createMessageStore(start);
  const firstConnection = Promise.withResolvers<void>();
  const counts = { connections: 0, catchUps: 0, longestOfflineMs: 0 };
  let goneAt = performance.now();
  const outbox = createDrillOutbox({
    ledger,
    username: person.username,
    place: place.name,
    emit: (clientMessageId) => {
      const message = { content: `said by ${person.username}`, clientMessageId };
      if (!socket.connected) return false;
      if ('groupId' in place) socket.emit('group_message', { ...message, group_id: place.groupId });
      else socket.emit('message', { ...message, recipient: place.recipient });
      return true;
    },
  });
  const leave = keepConnected(socket, place, ledger);

  socket.on('connect', () => {
    counts.connections += 1;
    firstConnection.resolve();
    if (counts.connections > 1) {
      counts.longestOfflineMs = Math.max(counts.longestOfflineMs, performance.now() - goneAt);
      store.catchUp();
    }
    outbox.pump();
  });
  socket.on('disconnect', () => {
    goneAt = performance.now();
    outbox.halt();
  });
  socket.on('error', ({ code, clientMessageId }) => {
    if (clientMessageId === undefined) return;
    if (passing.includes(code)) outbox.postpone(clientMessageId);
    else ledger.fault(`not taken: ${code}`);
  });
  socket.on('catch_up', ({ spread_ms: spreadMs }) => {
    counts.catchUps += 1;
    setTimeout(store.catchUp, Math.random() * spreadMs);
  });
  socket.on('message_confirmation', outbox.confirm);
  const take = (message: ReceivedMessage) => {
    ledger.hear(place.name, person.username, socket.id ?? '', message);
    store.take(message);
  };
  socket.on('group_message', take);
  socket.on('message', take);

  return {
    sendNext: outbox.sendNext,
    connected: firstConnection.promise,
    counts: () => ({ ...counts, ...outbox.counts() }),
    store,
    close: () => {
      outbox.close();
      store.close();
      leave();
    },
  };
}

function openSocket({ url, place, person }: Start): DrillSocket {
  const { username, token } = person;
  const isRoom = 'groupId' in place;
  return io(url, {
    path: isRoom ? '/group-socket.io' : '/socket.io',
    query: { self: username, ...(isRoom ? { group_id: place.groupId } : { recipient: place.recipient }) },
    auth: { token },
    transports: ['websocket'],
    forceNew: true,
    // A private chat reconnects automatically only from a draining node (PC-20).
    reconnection: isRoom,
    reconnectionDelay: GROUP_RECONNECT_DELAY_MS,
    reconnectionDelayMax: GROUP_RECONNECT_DELAY_MS,
    timeout: GROUP_CONNECT_TIMEOUT_MS,
  });
}

/**
 * Reconnects after every temporary disconnection. In a private chat the user presses Reconnect after about a second,
 * unless the node announced that it drains. Returns a function that disconnects permanently.
 */
function keepConnected(socket: DrillSocket, place: DrillPlace, ledger: DrillLedger): () => void {
  const reconnectsAutomatically = () => 'groupId' in place && socket.active;
  let lastCode: string | undefined;
  let isDraining = false;
  let hasLeft = false;
  const reconnectLater = (afterMs: number) =>
    void setTimeout(() => {
      if (!hasLeft) socket.connect();
    }, afterMs);
  const userReactionMs = () => GROUP_RECONNECT_DELAY_MS * (0.5 + Math.random());
  const lookAt = (code: string | undefined, what: string) => {
    if (!hasLeft && code !== undefined && !passing.includes(code)) ledger.fault(`${what}: ${code}`);
  };

  socket.on('connect', () => {
    isDraining = false;
  });
  socket.on('server_draining', () => {
    isDraining = true;
  });
  socket.on('error', ({ code, clientMessageId }) => {
    if (clientMessageId === undefined) lastCode = code;
  });
  socket.on('disconnect', () => {
    lookAt(lastCode, 'closed');
    lastCode = undefined;
    if (!reconnectsAutomatically()) reconnectLater(isDraining ? 0 : userReactionMs());
  });
  socket.on('connect_error', (error: Error & { data?: { code?: string; retry_after?: number } }) => {
    lookAt(error.data?.code, 'refused');
    const toldMs = (error.data?.retry_after ?? 0) * 1000;
    if (!reconnectsAutomatically()) reconnectLater(Math.max(userReactionMs(), toldMs));
  });
  const heartbeat = setInterval(() => {
    if (!('groupId' in place) && socket.connected) socket.emit('heartbeat');
  }, HEARTBEAT_MS);
  return () => {
    hasLeft = true;
    clearInterval(heartbeat);
    socket.disconnect();
  };
}
