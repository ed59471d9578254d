import { sql } from 'kysely';
import { silentLogger } from '../../test/database-template.fixture.ts';
import { createTestDatabase } from '../../test/database.fixture.ts';
import { oncePerFile } from '../../test/file-scope.fixture.ts';
import type { Database } from '../../platform/database/index.ts';
import { EDIT_WINDOW_HOURS } from '@adda/contract/messages';
import { createMessages, members } from './index.ts';
import type { Committed, Messages } from './index.ts';

/** Edits without listed words and limits. */
export const PLAIN_EDITS = {
  wordFilter: { check: () => [], report: () => undefined },
  limiter: undefined,
  windowHours: EDIT_WINDOW_HOURS.default,
};

async function open() {
  const { database, cleanup } = await createTestDatabase();
  const messages = createMessages({
    database,
    logger: silentLogger,
    edits: PLAIN_EDITS,
    draftChanged: () => undefined,
    muteChanged: () => undefined,
  });
  const stop = async () => {
    await messages.close();
    await cleanup();
  };
  return { database, messages, stop };
}

const kernelOfFile = oncePerFile(open, ({ stop }) => stop());

/**
 * Starts the messages feature on a separate database, with its own appender; `flushes` holds the messages of each
 * commit.
 */
export async function startKernel() {
  const { database, messages } = await kernelOfFile();
  const flushes: Committed<string>[][] = [];
  const appender = messages.createMessageAppender<string>('room', (batch) => void flushes.push([...batch]));
  return { database, messages, appender, flushes };
}

let people = 0;

/** Inserts users directly into the table; returns their ids. */
export async function addPeople(database: Database, count: number): Promise<number[]> {
  const names = Array.from({ length: count }, () => `person-${(people += 1)}`);
  const { rows } = await sql<{ id: number }>`
    INSERT INTO users (username, display_name, is_guest, birth_date, sex, country, state)
    SELECT name, name, true, '1990-01-01', 'female', 'IN', 'Kerala' FROM unnest(${names}::text[]) AS name
    RETURNING id`.execute(database.db);
  return rows.map((row) => row.id);
}

/** Creates a conversation with these members. */
export function openConversation(database: Database, userIds: readonly number[]): Promise<number> {
  return database.transaction(async (tx) => {
    const conversationId = await members.createConversation(tx, 'room');
    for (const userId of userIds) await members.addMember(tx, conversationId, userId);
    return conversationId;
  });
}

/** Returns a draft with default values. */
export function draftOf(conversationId: number, senderId: number | null, clientMessageId: string | null) {
  return { conversationId, senderId, clientMessageId, content: `words of ${clientMessageId}` };
}

/** Returns the integers from `from` to `to`. */
export const upTo = (from: number, to: number) =>
  Array.from({ length: to - from + 1 }, (_, index) => from + index);

/**
 * Creates a conversation of three users in which the first one, `ann`, has sent `count` messages; `read` reads it as
 * her.
 */
export async function conversationOf(count: number) {
  const kernel = await startKernel();
  const [ann = 0, bob = 0, eve = 0] = await addPeople(kernel.database, 3);
  const room = await openConversation(kernel.database, [ann, bob, eve]);
  await Promise.all(upTo(1, count).map((n) => kernel.appender.append(draftOf(room, ann, `m${n}`), '')));
  const read = (request: Partial<Parameters<Messages['history']>[0]>) =>
    kernel.messages.history({ conversationId: room, viewerId: ann, limit: 50, ...request });
  return { ...kernel, room, ann, bob, eve, read };
}
