import type { Logger } from 'pino';
import type { Database } from '../../../platform/database/index.ts';
import { mentions } from '../../messages/index.ts';
import { ReadPosition, type Reader } from './read-position.service.ts';
import { forgetWhispers, markWhispersRead, type ReadInRoom } from './whispers.repository.ts';

const RENEW_EVERY_MS = 5000;

/** A user in a room, by its conversation. */
export type PersonInRoom = { readonly userId: number; readonly conversationId: number };

/** A whisper that was stored, or a message that mentions its recipients. */
export type Whisper = {
  readonly conversationId: number;
  readonly sequence: number;
  readonly recipientIds: readonly number[];
};

type Deps = {
  readonly database: Database;
  readonly logger: Logger;
  readonly changed: (userIds: Iterable<number>) => void;
  readonly mentionsChanged: (people: Iterable<PersonInRoom>) => void;
  readonly renewEveryMs?: number | undefined;
};

/** Records which whispers and mentions were delivered to an open room and so count as read (SV-46, Q-12, MN-03). */
export type ReadWhispers = {
  /** A connection of this user to a room was opened on this node; `upTo` is the newest sequence at that time. */
  readonly arrive: (person: PersonInRoom, reader: Reader, upTo: number) => void;
  /** The connection was closed. */
  readonly leave: (person: PersonInRoom, reader: Reader) => void;
  /** The user has read the messages of the room up to a sequence; recorded if the user is in the room on this node. */
  readonly shown: (person: PersonInRoom, sequence: number) => void;
  /** Whispers were stored and published. */
  readonly whispered: (whispers: readonly Whisper[]) => void;
  /** Messages with mentions were stored and published. */
  readonly mentioned: (messages: readonly Whisper[]) => void;
  /** All messages of a room so far were deleted. */
  readonly cleared: (conversationId: number) => void;
  readonly settled: () => Promise<void>;
  readonly close: () => Promise<void>;
};

type Present = PersonInRoom & { readonly position: ReadPosition; noted: number };

/**
 * Creates the record of read whispers and mentions. Opening a room reads those that are waiting; while it is open, exactly
 * those are read that are written to its connections. Those of other nodes are recorded with the next renewal or when the
 * connection closes.
 */
export function createReadWhispers({ database, logger, ...options }: Deps): ReadWhispers {
  const { changed, mentionsChanged } = options;
  const present = new Map<string, Present>();
  const notes = createNotes({ database, logger, changed, mentionsChanged });

  /** Records up to where a user has read, unless recorded already. */
  function record(person: Present): void {
    const sequence = person.position.sequence();
    if (sequence <= person.noted) return;
    person.noted = sequence;
    notes.read({ userId: person.userId, conversationId: person.conversationId, sequence });
  }

  /** Returns the recipients who do not have the room open, or have not been sent the message yet. */
  function unreadFor({ conversationId, sequence, recipientIds }: Whisper): PersonInRoom[] {
    return recipientIds
      .map((userId) => ({ userId, conversationId }))
      .filter((which) => {
        const person = present.get(keyOf(which));
        if (person) record(person);
        return !person || person.noted < sequence;
      });
  }

  const renewal = () => {
    for (const person of present.values()) record(person);
    notes.store();
  };
  const timer = setInterval(renewal, options.renewEveryMs ?? RENEW_EVERY_MS).unref();

  return {
    arrive: ({ userId, conversationId }, reader, upTo) => {
      const key = keyOf({ userId, conversationId });
      const person = present.get(key) ?? { userId, conversationId, position: new ReadPosition(), noted: 0 };
      present.set(key, person);
      person.position.arrive(reader, upTo);
      record(person);
    },
    leave: (which, reader) => {
      const person = present.get(keyOf(which));
      if (!person) return;
      person.position.leave(reader);
      record(person);
      if (person.position.readers.length === 0) present.delete(keyOf(which));
    },
    shown: (which, sequence) => {
      const person = present.get(keyOf(which));
      if (!person) return;
      person.position.note(sequence);
      record(person);
    },
    whispered: (whispers) => changed(whispers.flatMap(unreadFor).map(({ userId }) => userId)),
    mentioned: (messages) => mentionsChanged(messages.flatMap(unreadFor)),
    cleared: notes.cleared,
    settled: notes.settled,
    close: async () => {
      clearInterval(timer);
      await notes.settled();
    },
  };
}

/** Stores read and cleared positions, one statement at a time; later ones wait for the next. */
function createNotes({ database: { db }, logger, changed, mentionsChanged }: Deps) {
  let waiting = new Map<string, ReadInRoom>();
  let rooms = new Set<number>();
  let running: Promise<void> | undefined;

  async function loop(): Promise<void> {
    let isStored = true;
    while (isStored && (waiting.size > 0 || rooms.size > 0)) {
      const [read, cleared] = [waiting, rooms];
      waiting = new Map();
      rooms = new Set();
      try {
        if (read.size > 0) {
          changed(await markWhispersRead(db, [...read.values()]));
          mentionsChanged(await mentions.markMentionsRead(db, [...read.values()]));
        }
        if (cleared.size > 0) {
          changed(await forgetWhispers(db, [...cleared]));
          mentionsChanged(await mentions.forgetClearedMentions(db, [...cleared]));
        }
      } catch (error) {
        logger.error({ err: error }, 'whispers and mentions could not be marked as read');
        // Retried with the next positions or with the next renewal.
        isStored = false;
        waiting = new Map([...read, ...waiting]);
        rooms = rooms.union(cleared);
      }
    }
    running = undefined;
  }

  const store = () => {
    if (waiting.size > 0 || rooms.size > 0) running ??= loop();
  };
  return {
    store,
    read: (each: ReadInRoom) => {
      waiting.set(keyOf(each), each);
      store();
    },
    cleared: (conversationId: number) => {
      rooms.add(conversationId);
      store();
    },
    settled: async () => {
      await running;
    },
  };
}

function keyOf({ userId, conversationId }: PersonInRoom): string {
  return `${userId} ${conversationId}`;
}
