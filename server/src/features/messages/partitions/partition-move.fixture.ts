import { sql } from 'kysely';
import type { Draft } from '../index.ts';
import type { Database } from '../../../platform/database/index.ts';
import { silentLogger } from '../../../test/database-template.fixture.ts';
import { addPeople, draftOf, openConversation } from '../messages.fixture.ts';
import { createWriterConnection } from '../writer-connection.repository.ts';

/** A message as it was confirmed last. */
type Known = { content: string; isDeleted: boolean };

const keyOf = (conversationId: number, sequence: number) => `${conversationId} ${sequence}`;

/**
 * Users who write, edit, delete and react, one thing after the other, in several rooms, and remember what was confirmed. Every
 * failure of a write is thrown.
 */
export async function startWriting(database: Database, rooms: number) {
  const [ann = 0, bob = 0] = await addPeople(database, 2);
  const conversations: number[] = [];
  for (let room = 0; room < rooms; room += 1)
    conversations.push(await openConversation(database, [ann, bob]));
  const known = new Map<string, Known>();
  const writer = createWriterConnection(database.pool, silentLogger);
  let turn = 0;
  let sent = 0;

  const roomOfTurn = () => conversations[turn % conversations.length] ?? 0;

  /** A message that an earlier turn stored. */
  function earlier(step: number): { key: string; conversationId: number; sequence: number } {
    const keys = [...known.keys()];
    const key = keys[(turn * step) % keys.length] ?? '';
    const [conversationId = 0, sequence = 0] = key.split(' ').map(Number);
    return { key, conversationId, sequence };
  }

  async function send(drafts: readonly Draft[]): Promise<void> {
    const results = await writer.append(drafts);
    for (const [index, result] of results.entries()) {
      const draft = drafts[index];
      if (!draft || result.status !== 'stored') throw new Error(`not stored: ${result.status}`);
      known.set(keyOf(draft.conversationId, result.sequence), { content: draft.content, isDeleted: false });
    }
  }

  const drafts = (count: number): Draft[] =>
    Array.from({ length: count }, (_, index) => {
      const conversationId = conversations[(turn + index) % conversations.length] ?? 0;
      return draftOf(conversationId, ann, `m${(sent += 1)}`);
    });

  /** As a node of the version before `store_messages` does (ADR 31). */
  async function sendAsFormerVersion(): Promise<void> {
    const conversationId = roomOfTurn();
    const content = `former ${(sent += 1)}`;
    const { rows } = await sql<{ status: string; sequence: number }>`
      SELECT status, sequence FROM append_messages(
        ${[conversationId]}::bigint[], ${[bob]}::bigint[], ${[content]}::text[], ${[content]}::text[],
        ARRAY[null], ARRAY[null], ARRAY[null], ARRAY[null])`.execute(database.db);
    if (rows[0]?.status !== 'stored') throw new Error(`not stored: ${rows[0]?.status}`);
    known.set(keyOf(conversationId, rows[0].sequence), { content, isDeleted: false });
  }

  async function edit(): Promise<void> {
    const { key, conversationId, sequence } = earlier(7);
    const content = `edited in turn ${turn}`;
    await sql`UPDATE messages SET content = ${content}, edited_at = now(), version = version + 1
      WHERE conversation_id = ${conversationId} AND sequence = ${sequence}`.execute(database.db);
    known.set(key, { content, isDeleted: known.get(key)?.isDeleted ?? false });
  }

  /** Changes several messages in one transaction, the later one first. */
  async function removeSeveral(): Promise<void> {
    const chosen = [earlier(11), earlier(5)].toSorted((a, b) => b.sequence - a.sequence);
    await database.transaction(async (tx) => {
      for (const { conversationId, sequence } of chosen) {
        await sql`UPDATE messages SET deleted_at = now(), deleted_by = ${ann}
          WHERE conversation_id = ${conversationId} AND sequence = ${sequence}`.execute(tx);
      }
    });
    for (const { key } of chosen) known.set(key, { content: known.get(key)?.content ?? '', isDeleted: true });
  }

  /** No part of the program deletes rows, but an operator may. */
  async function deleteRow(): Promise<void> {
    const { key, conversationId, sequence } = earlier(13);
    await sql`DELETE FROM messages
      WHERE conversation_id = ${conversationId} AND sequence = ${sequence}`.execute(database.db);
    known.delete(key);
  }

  async function react(): Promise<void> {
    const { conversationId, sequence } = earlier(17);
    await sql`INSERT INTO message_reactions (conversation_id, sequence, user_id, emoji)
      VALUES (${conversationId}, ${sequence}, ${bob}, '👍') ON CONFLICT DO NOTHING`.execute(database.db);
  }

  const acts = [() => send(drafts(3)), edit, sendAsFormerVersion, removeSeveral, react, deleteRow];

  return {
    /** Stores messages for a start. */
    fill: async (count: number) => send(drafts(count)),

    /** The next write. */
    next: async () => {
      await acts[turn % acts.length]?.();
      turn += 1;
    },

    /** What has to be stored, by conversation and sequence. */
    known: () => Object.fromEntries(known),

    stop: () => writer.close(),
  };
}

/** Returns what is stored, in the form of `known`. */
export async function readStored(database: Database): Promise<Record<string, Known>> {
  const { rows } = await sql<{ conversation_id: number; sequence: number } & Known>`
    SELECT conversation_id, sequence, content, deleted_at IS NOT NULL AS "isDeleted" FROM messages`.execute(
    database.db,
  );
  return Object.fromEntries(
    rows.map(({ conversation_id: id, sequence, content, isDeleted }) => [
      keyOf(id, sequence),
      { content, isDeleted },
    ]),
  );
}
