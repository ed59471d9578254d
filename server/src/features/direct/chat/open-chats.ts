import { randomUUID } from 'node:crypto';
import type { Logger } from 'pino';
import type { Database } from '../../../platform/database/index.ts';
import { forgetExpiredOpen, forgetOpen, renewOpen, type OpenChat } from './open-chats.repository.ts';

const RENEW_EVERY_MS = 15_000;

type Deps = {
  readonly database: Database;
  readonly logger: Logger;
  /** Told whose unread messages became fewer. */
  readonly unreadChanged: (userIds: readonly number[]) => void;
  readonly renewEveryMs?: number | undefined;
};

/** Whose chat with whom is open, over all nodes: while it is, what comes counts as read (SV-46). */
export type OpenChats = {
  /** A connection of this chat opened on this node. */
  readonly arrive: (chat: OpenChat) => void;
  /** A connection of this chat closed on this node. */
  readonly leave: (chat: OpenChat) => void;
  /** Resolves when everything that happened before is stored and told. */
  readonly settled: () => Promise<void>;
  /** Closes this node's chats; to be called when its connections are closed, before the database closes. */
  readonly close: () => Promise<void>;
};

/** `changedAt`: when the first connection came or the last one went, by the node's own clock. */
type Chat = OpenChat & { count: number; changedAt: number };

/**
 * Counts connections here and keeps one row per chat and node, as presence does: what happens while one statement runs
 * shares the next. No message writes anything here.
 */
export function createOpenChats({ database, logger, unreadChanged, ...options }: Deps): OpenChats {
  const { db } = database;
  const nodeId = randomUUID();
  const chats = new Map<string, Chat>();
  let changed = new Set<Chat>();
  let isRenewalDue = false;
  let running: Promise<void> | undefined;

  async function note(these: readonly Chat[]): Promise<void> {
    const open = these.filter((chat) => chat.count > 0);
    const closed = these
      .filter((chat) => chat.count === 0)
      .map(({ userId, peerId, changedAt }) => ({ userId, peerId, closedMs: performance.now() - changedAt }));
    const readers = [
      ...(open.length > 0 ? await renewOpen(db, nodeId, open) : []),
      ...(closed.length > 0 ? await forgetOpen(db, nodeId, closed) : []),
    ];
    // A chat that opened hides what is unread, one that closed shows it again.
    const people = new Set([...readers, ...these.map((chat) => chat.userId)]);
    unreadChanged([...people]);
  }

  async function renewAll(): Promise<void> {
    const open = [...chats.values()];
    if (open.length > 0) await renewOpen(db, nodeId, open);
    await forgetExpiredOpen(db);
  }

  async function loop(): Promise<void> {
    while (changed.size > 0 || isRenewalDue) {
      const [these, isRenewal] = [[...changed], isRenewalDue];
      changed = new Set();
      isRenewalDue = false;
      try {
        if (these.length > 0) await note(these);
        if (isRenewal) await renewAll();
      } catch (error) {
        // The next renewal puts it right; rows that nobody renews run out.
        logger.error({ err: error }, 'open chats could not be stored');
      }
    }
    running = undefined;
  }

  /** Puts a chat that opened or closed among those whose row is due. */
  function mark(chat: Chat): void {
    chat.changedAt = performance.now();
    changed.add(chat);
    running ??= loop();
  }

  const renewal = () => {
    isRenewalDue = true;
    running ??= loop();
  };
  const timer = setInterval(renewal, options.renewEveryMs ?? RENEW_EVERY_MS).unref();

  function leave({ userId, peerId }: OpenChat): void {
    const chat = chats.get(keyOf({ userId, peerId }));
    if (!chat) return;
    chat.count -= 1;
    if (chat.count > 0) return;
    chats.delete(keyOf(chat));
    mark(chat);
  }

  return {
    arrive({ userId, peerId }) {
      const key = keyOf({ userId, peerId });
      const chat = chats.get(key) ?? { userId, peerId, count: 0, changedAt: 0 };
      chats.set(key, chat);
      chat.count += 1;
      if (chat.count === 1) mark(chat);
    },
    leave,
    settled: async () => {
      await running;
    },
    close: async () => {
      clearInterval(timer);
      for (const chat of chats.values()) {
        chat.count = 0;
        mark(chat);
      }
      chats.clear();
      await running;
    },
  };
}

function keyOf({ userId, peerId }: OpenChat): string {
  return `${userId} ${peerId}`;
}
