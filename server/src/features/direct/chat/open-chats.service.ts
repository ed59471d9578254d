import { randomUUID } from 'node:crypto';
import type { Logger } from 'pino';
import type { Database, Queryable } from '../../../platform/database/index.ts';
import { ReadPosition, type Reader } from '../unread/read-position.service.ts';
import { forgetOpen, renewOpen, type OpenChat, type ReadChat } from './open-chats.repository.ts';

const RENEW_EVERY_MS = 5000;

type Deps = {
  readonly database: Database;
  readonly logger: Logger;
  /** Called with users whose number of unread messages may have changed. */
  readonly unreadChanged: (chats: readonly OpenChat[]) => void;
  /** Called with the sequence up to which a user has read a chat. */
  readonly read: (chat: ReadChat) => void;
  readonly renewEveryMs?: number | undefined;
};

/** The open chats of all nodes: messages that arrive in an open chat count as read (SV-46). */
export type OpenChats = {
  /** A connection of this chat was opened on this node; `upTo` is the newest sequence at that time. */
  readonly arrive: (chat: OpenChat, reader: Reader, upTo: number) => void;
  /** A connection of this chat was closed on this node. */
  readonly leave: (chat: OpenChat, reader: Reader) => void;
  /** The user has read the messages up to a sequence; recorded if the chat is open on this node. */
  readonly shown: (chat: OpenChat, sequence: number) => void;
  /** Resolves when all earlier changes are stored and published. */
  readonly settled: () => Promise<void>;
  /** Closes the chats of this node. Call when its connections are closed and before the database closes. */
  readonly close: () => Promise<void>;
};

type Chat = OpenChat & { readonly position: ReadPosition };

const readChatOf = ({ userId, peerId, position }: Chat): ReadChat => ({
  userId,
  peerId,
  sequence: position.sequence(),
});

/** Stores open and closed chats; returns the closed ones. */
async function storeChats(db: Queryable, nodeId: string, chats: readonly Chat[]): Promise<readonly Chat[]> {
  const open = chats.filter(isOpen);
  const closed = chats.filter((chat) => !isOpen(chat));
  if (open.length > 0) await renewOpen(db, nodeId, open.map(readChatOf));
  if (closed.length > 0) await forgetOpen(db, nodeId, closed.map(readChatOf));
  return closed;
}

/** Renews the open chats among these, and the expiry of other nodes; returns them with their read positions. */
async function renewAll(db: Queryable, nodeId: string, chats: readonly Chat[]): Promise<readonly ReadChat[]> {
  const open = chats.filter(isOpen).map(readChatOf);
  await renewOpen(db, nodeId, open);
  return open;
}

/**
 * Creates the record of open chats. Connections are kept in memory, and one row per chat and node in the database, as
 * presence does: changes during one statement share the next one. Messages cause no writes here.
 */
export function createOpenChats({ database, logger, unreadChanged, read, ...options }: Deps): OpenChats {
  const { db } = database;
  const nodeId = randomUUID();
  /** Open chats, and closed ones whose row is not updated yet. */
  const chats = new Map<string, Chat>();
  let changed = new Set<Chat>();
  let isRenewalDue = false;
  let running: Promise<void> | undefined;

  async function note(these: readonly Chat[]): Promise<void> {
    const closed = await storeChats(db, nodeId, these);
    // The chat may have been opened again meanwhile.
    for (const chat of closed) if (!isOpen(chat) && !changed.has(chat)) chats.delete(keyOf(chat));
    // Opening a chat hides its unread messages, closing it shows them again.
    unreadChanged(these);
  }

  async function store(these: readonly Chat[], isRenewal: boolean): Promise<boolean> {
    try {
      if (these.length > 0) await note(these);
      if (isRenewal) (await renewAll(db, nodeId, [...chats.values()])).forEach(read);
      return true;
    } catch (error) {
      logger.error({ err: error }, 'open chats could not be stored');
      return false;
    }
  }

  async function loop(): Promise<void> {
    let isStored = true;
    while (isStored && (changed.size > 0 || isRenewalDue)) {
      const [these, isRenewal] = [[...changed], isRenewalDue];
      changed = new Set();
      isRenewalDue = false;
      isStored = await store(these, isRenewal);
      // Retried with the next renewal; rows that are not renewed expire.
      if (!isStored) changed = changed.union(new Set(these));
    }
    running = undefined;
  }

  /** Adds a chat that was opened or closed to those whose row must be updated. */
  function mark(chat: Chat): void {
    changed.add(chat);
    running ??= loop();
  }

  const renewal = () => {
    isRenewalDue = true;
    running ??= loop();
  };
  const timer = setInterval(renewal, options.renewEveryMs ?? RENEW_EVERY_MS).unref();

  return {
    arrive({ userId, peerId }, reader, upTo) {
      const key = keyOf({ userId, peerId });
      const chat = chats.get(key) ?? { userId, peerId, position: new ReadPosition() };
      const wasOpen = isOpen(chat);
      chats.set(key, chat);
      chat.position.arrive(reader, upTo);
      read(readChatOf(chat));
      if (!wasOpen) mark(chat);
    },
    leave(which, reader) {
      const chat = chats.get(keyOf(which));
      if (!chat || !isOpen(chat)) return;
      chat.position.leave(reader);
      read(readChatOf(chat));
      if (!isOpen(chat)) mark(chat);
    },
    shown(which, sequence) {
      const chat = chats.get(keyOf(which));
      if (!chat || !isOpen(chat)) return;
      chat.position.note(sequence);
      read(readChatOf(chat));
    },
    settled: async () => {
      await running;
    },
    close: async () => {
      clearInterval(timer);
      for (const chat of [...chats.values()].filter(isOpen)) {
        for (const reader of chat.position.readers) chat.position.leave(reader);
        read(readChatOf(chat));
        mark(chat);
      }
      await running;
    },
  };
}

const isOpen = ({ position }: Chat): boolean => position.readers.length > 0;

function keyOf({ userId, peerId }: OpenChat): string {
  return `${userId} ${peerId}`;
}
