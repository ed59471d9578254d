import { RECEIPT_INTERVAL_MS } from '@adda/contract/direct';
import type { Logger } from 'pino';
import { setImmediate as nextTurn, setTimeout as pause } from 'node:timers/promises';
import type { Database } from '../../../platform/database/index.ts';
import type { RoomName } from '../../../platform/realtime/index.ts';
import { userChannel, type LiveEvent, type LiveServer } from '../../live/index.ts';
import { chatRoom } from '../direct.types.ts';
import { storeReceipts, type Receipt, type ReceiptResult } from './receipts.repository.ts';

/** Chats in one statement; more wait for the next. */
const STORED_AT_ONCE = 500;
/** Milliseconds between two statements, so that the changes of many chats share one. */
const PAUSE_MS = 50;
/** Chats whose newest marks a node keeps in memory; the oldest entry is dropped first. */
const REMEMBERED = 50_000;

type Deps = {
  readonly database: Database;
  readonly server: Pick<LiveServer, 'publishFlush' | 'connectionsIn'>;
  readonly logger: Logger;
  readonly intervalMs?: number | undefined;
};

/** Records what users have received and read of their private chats, and notifies the senders (FT-03). */
export type Receipts = {
  /** A user has received or read the messages of a peer up to a sequence. Returns at once; stored later. */
  readonly note: (receipt: Receipt) => void;
  /** Messages to these recipients, up to a sequence, were written to their connections on this node. */
  readonly written: (chats: readonly WrittenChat[]) => void;
  /** Stores what is waiting. Call when the connections are closed and before the database closes. */
  readonly close: () => Promise<void>;
};

/** A chat in which messages were written to the connections of this node; `isOpen` if the recipient has it open here. */
export type WrittenChat = Pick<Receipt, 'userId' | 'peerId' | 'upTo'> & { readonly isOpen: boolean };

/** The newest marks of one chat, 0 without one. */
type Marks = Pick<Receipt, 'userId' | 'peerId'> & { delivered: number; read: number };

/**
 * Creates the record of this node. The first change of a chat is stored at once, later ones at most once every
 * `intervalMs` milliseconds, those of all chats together; what could not be stored is tried again in the next round.
 */
export function createReceipts({ database: { db }, server, logger, intervalMs = RECEIPT_INTERVAL_MS }: Deps) {
  const stored = new Map<string, Marks>();
  /** Marks for the next statement, and those of chats that were stored within the interval. */
  const due = new Map<string, Marks>();
  const later = new Map<string, Marks>();
  const resting = new Set<string>();
  const timers = new Set<NodeJS.Timeout>();
  let running: Promise<void> | undefined;

  function rest(keys: readonly string[]): void {
    const timer = setTimeout(() => {
      timers.delete(timer);
      wake(keys);
    }, intervalMs).unref();
    timers.add(timer);
  }

  function wake(keys: Iterable<string>): void {
    for (const key of keys) {
      resting.delete(key);
      const marks = later.get(key);
      if (marks) due.set(key, marks);
      later.delete(key);
    }
    if (due.size > 0) running ??= loop();
  }

  async function loop(): Promise<void> {
    // Messages of one commit share a statement, and their publication does not wait for it.
    await nextTurn();
    while (due.size > 0) {
      const batch = [...due].slice(0, STORED_AT_ONCE);
      for (const [key] of batch) {
        due.delete(key);
        resting.add(key);
      }
      try {
        const results = await storeReceipts(db, batch.flatMap(receiptsOf));
        for (const result of results) remember(stored, result);
        publishStatus(server, results);
      } catch (error) {
        logger.error({ err: error }, 'receipts could not be stored');
        for (const [, marks] of batch) {
          add(later, { ...marks, kind: 'read', upTo: marks.read });
          add(later, { ...marks, kind: 'delivered', upTo: marks.delivered });
        }
      }
      rest(batch.map(([key]) => key));
      await pause(PAUSE_MS);
    }
    running = undefined;
  }

  function note(receipt: Receipt): void {
    const key = keyOf(receipt);
    const known = stored.get(key);
    const isKnown = receipt.kind === 'read' ? known?.read : known && Math.max(known.delivered, known.read);
    if (receipt.upTo <= (isKnown ?? 0)) return;
    add(resting.has(key) ? later : due, receipt);
    if (due.size > 0) running ??= loop();
  }

  const receipts: Receipts = {
    note,
    written(chats) {
      for (const { userId, peerId, upTo, isOpen } of chats)
        if (isOpen) note({ userId, peerId, kind: 'read', upTo });
        else if (server.connectionsIn(userChannel(userId)) > 0)
          note({ userId, peerId, kind: 'delivered', upTo });
    },
    async close() {
      await running;
      wake([...later.keys()]);
      await running;
      for (const timer of timers) clearTimeout(timer);
    },
  };
  return receipts;
}

const keyOf = ({ userId, peerId }: Pick<Receipt, 'userId' | 'peerId'>): string => `${userId} ${peerId}`;

function add(target: Map<string, Marks>, { userId, peerId, kind, upTo }: Receipt): void {
  const key = keyOf({ userId, peerId });
  const marks = target.get(key) ?? { userId, peerId, delivered: 0, read: 0 };
  marks[kind] = Math.max(marks[kind], upTo);
  target.set(key, marks);
}

/** Returns the marks of a chat as they are stored; a message that was read needs no other mark. */
function receiptsOf([, { userId, peerId, delivered, read }]: readonly [string, Marks]): Receipt[] {
  const receipts: Receipt[] = [];
  if (read > 0) receipts.push({ userId, peerId, kind: 'read', upTo: read });
  if (delivered > read) receipts.push({ userId, peerId, kind: 'delivered', upTo: delivered });
  return receipts;
}

function remember(stored: Map<string, Marks>, receipt: Receipt): void {
  add(stored, receipt);
  const [oldest] = stored.keys();
  if (stored.size > REMEMBERED && oldest !== undefined) stored.delete(oldest);
}

/** Notifies the senders. What a user has read is not told unless both users tell it; then there may be nothing to tell. */
function publishStatus(server: Pick<LiveServer, 'publishFlush'>, results: readonly ReceiptResult[]): void {
  const toRooms = new Map<RoomName, LiveEvent[]>();
  for (const { userId, peerId, kind, sequence, at, deliveredAt, username, isTold } of results) {
    const readAt = kind === 'read' && isTold ? at : null;
    const isNew = readAt !== null || deliveredAt === null;
    if (sequence === null || !isNew) continue;
    const event: LiveEvent = {
      event: 'message_status',
      payload: {
        username,
        up_to_sequence: sequence,
        delivered_at: (deliveredAt ?? at).toISOString(),
        read_at: readAt?.toISOString() ?? null,
      },
    };
    for (const room of [chatRoom(peerId, userId), userChannel(peerId)])
      toRooms.set(room, [...(toRooms.get(room) ?? []), event]);
  }
  if (toRooms.size > 0) server.publishFlush({ toRooms, toConnections: new Map() });
}
