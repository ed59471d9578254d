import { randomUUID } from 'node:crypto';
import type { Logger } from 'pino';
import type { Database } from '../../../platform/database/index.ts';
import { createReadPosition, type Reader, type ReadPosition } from '../unread/read-position.service.ts';
import { forgetOpen, renewOpen, type OpenChat } from './open-chats.repository.ts';

const RENEW_EVERY_MS = 5000;

type Deps = {
  readonly database: Database;
  readonly logger: Logger;
  /** Told whose unread messages became fewer or more. */
  readonly unreadChanged: (userIds: readonly number[]) => void;
  readonly renewEveryMs?: number | undefined;
};

/** The open chats of all nodes: messages that arrive in an open chat count as read (SV-46). */
export type OpenChats = {
  /** A connection of this chat opened on this node; `upTo` is the newest sequence that was there when it came. */
  readonly arrive: (chat: OpenChat, reader: Reader, upTo: number) => void;
  /** A connection of this chat closed on this node. */
  readonly leave: (chat: OpenChat, reader: Reader) => void;
  /** The person was shown the messages of the other up to a sequence; noted if the chat is open on this node. */
  readonly shown: (chat: OpenChat, sequence: number) => void;
  /** Resolves when all earlier changes are stored and published. */
  readonly settled: () => Promise<void>;
  /** Closes this node's chats; to be called when its connections are closed, before the database closes. */
  readonly close: () => Promise<void>;
};

type Chat = OpenChat & { readonly position: ReadPosition };

const placeOf = ({ userId, peerId, position }: Chat) => ({ userId, peerId, sequence: position.sequence() });

/**
 * Knows the connections here and keeps one row per chat and node, as presence does: what happens while one statement
 * runs shares the next. No message writes anything here.
 */
export function createOpenChats({ database, logger, unreadChanged, ...options }: Deps): OpenChats {
  const { db } = database;
  const nodeId = randomUUID();
  /** Those that are open, and those whose end is not stored yet. */
  const chats = new Map<string, Chat>();
  let changed = new Set<Chat>();
  let isRenewalDue = false;
  let running: Promise<void> | undefined;

  async function note(these: readonly Chat[]): Promise<void> {
    const open = these.filter(isOpen);
    const closed = these.filter((chat) => !isOpen(chat));
    if (open.length > 0) await renewOpen(db, nodeId, open.map(placeOf));
    if (closed.length > 0) await forgetOpen(db, nodeId, closed.map(placeOf));
    // Somebody may have come back meanwhile.
    for (const chat of closed) if (!isOpen(chat) && !changed.has(chat)) chats.delete(keyOf(chat));
    // A chat that opened hides what is unread, one that closed shows it again.
    unreadChanged(these.map((chat) => chat.userId));
  }

  async function store(these: readonly Chat[], isRenewal: boolean): Promise<boolean> {
    try {
      if (these.length > 0) await note(these);
      if (isRenewal) await renewOpen(db, nodeId, [...chats.values()].filter(isOpen).map(placeOf));
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
      // Tried again with the next renewal; rows that nobody renews run out.
      if (!isStored) changed = changed.union(new Set(these));
    }
    running = undefined;
  }

  /** Puts a chat that opened or closed among those whose row is due. */
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
      const chat = chats.get(key) ?? { userId, peerId, position: createReadPosition() };
      const wasOpen = isOpen(chat);
      chats.set(key, chat);
      chat.position.arrive(reader, upTo);
      if (!wasOpen) mark(chat);
    },
    leave(which, reader) {
      const chat = chats.get(keyOf(which));
      if (!chat || !isOpen(chat)) return;
      chat.position.leave(reader);
      if (!isOpen(chat)) mark(chat);
    },
    shown(which, sequence) {
      const chat = chats.get(keyOf(which));
      if (chat && isOpen(chat)) chat.position.note(sequence);
    },
    settled: async () => {
      await running;
    },
    close: async () => {
      clearInterval(timer);
      for (const chat of [...chats.values()].filter(isOpen)) {
        for (const reader of chat.position.readers) chat.position.leave(reader);
        mark(chat);
      }
      await running;
    },
  };
}

const isOpen = ({ position }: Chat): boolean => position.readers.size > 0;

function keyOf({ userId, peerId }: OpenChat): string {
  return `${userId} ${peerId}`;
}
