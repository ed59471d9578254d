import type { Logger } from 'pino';
import type { Database } from '../../../platform/database/index.ts';
import { forgetWhispers, markWhispersRead } from './unread.repository.ts';

const RENEW_EVERY_MS = 15_000;

/** A person in a room, by the room's conversation. */
export type PersonInRoom = { readonly userId: number; readonly conversationId: number };

/** A whisper that was stored. */
export type Whisper = {
  readonly conversationId: number;
  readonly sequence: number;
  readonly recipientIds: readonly number[];
};

type Deps = {
  readonly database: Database;
  readonly logger: Logger;
  readonly changed: (userIds: Iterable<number>) => void;
  readonly renewEveryMs?: number | undefined;
};

/** Notes which whispers were heard: those of somebody who has the room open (SV-46, Q-12). */
export type HeardWhispers = {
  /** A connection of this person to a room opened on this node. */
  readonly arrive: (person: PersonInRoom) => void;
  /** It closed. */
  readonly leave: (person: PersonInRoom) => void;
  /** Whispers were stored and published. */
  readonly whispered: (whispers: readonly Whisper[]) => void;
  /** Everything that was said in a room so far was deleted. */
  readonly cleared: (conversationId: number) => void;
  readonly settled: () => Promise<void>;
  readonly close: () => Promise<void>;
};

/** What somebody heard: up to a sequence, and everything until a moment by the node's own clock. */
type Heard = PersonInRoom & { readonly sequence: number; readonly at: number };

/**
 * Who comes into a room has heard what waits there, and so has who is in it when something is whispered. Other nodes'
 * whispers are noted with the next renewal or when the connection closes.
 */
export function createHeardWhispers({ database, logger, changed, ...options }: Deps): HeardWhispers {
  const present = new Map<string, PersonInRoom & { readonly connections: number }>();
  let waiting = new Map<string, Heard>();
  let cleared = new Set<number>();
  let running: Promise<void> | undefined;

  async function store(heard: readonly Heard[], rooms: readonly number[]): Promise<void> {
    const now = performance.now();
    const people = heard.map((each) => ({ ...each, agoMs: now - each.at }));
    changed([
      ...(people.length > 0 ? await markWhispersRead(database.db, people) : []),
      ...(rooms.length > 0 ? await forgetWhispers(database.db, rooms) : []),
    ]);
  }

  async function loop(): Promise<void> {
    while (waiting.size > 0 || cleared.size > 0) {
      const [heard, rooms] = [[...waiting.values()], [...cleared]];
      waiting = new Map();
      cleared = new Set();
      try {
        await store(heard, rooms);
      } catch (error) {
        // The next renewal puts it right.
        logger.error({ err: error }, 'whispers could not be marked as read');
      }
    }
    running = undefined;
  }

  function hear({ userId, conversationId }: PersonInRoom, sequence = 0): void {
    const key = keyOf({ userId, conversationId });
    const upTo = Math.max(sequence, waiting.get(key)?.sequence ?? 0);
    waiting.set(key, { userId, conversationId, sequence: upTo, at: performance.now() });
    running ??= loop();
  }

  function count(person: PersonInRoom, by: 1 | -1): void {
    const connections = (present.get(keyOf(person))?.connections ?? 0) + by;
    if (connections > 0) present.set(keyOf(person), { ...person, connections });
    else present.delete(keyOf(person));
    hear(person);
  }

  const renewal = () => {
    for (const person of present.values()) hear(person);
  };
  const timer = setInterval(renewal, options.renewEveryMs ?? RENEW_EVERY_MS).unref();

  return {
    arrive: (person) => count(person, 1),
    leave: (person) => count(person, -1),
    whispered: (whispers) => {
      const elsewhere = new Set<number>();
      for (const { conversationId, sequence, recipientIds } of whispers) {
        for (const userId of recipientIds) {
          if (present.has(keyOf({ userId, conversationId }))) hear({ userId, conversationId }, sequence);
          else elsewhere.add(userId);
        }
      }
      changed(elsewhere);
    },
    cleared: (conversationId) => {
      cleared.add(conversationId);
      running ??= loop();
    },
    settled: async () => {
      await running;
    },
    close: async () => {
      clearInterval(timer);
      await running;
    },
  };
}

function keyOf({ userId, conversationId }: PersonInRoom): string {
  return `${userId} ${conversationId}`;
}
