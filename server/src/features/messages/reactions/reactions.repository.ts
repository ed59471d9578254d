import type { Reaction, ReactionPerson } from '@adda/contract/messages';
import { sql } from 'kysely';
import type { Queryable, Tx } from '../../../platform/database/index.ts';
import { areBlocked } from '../../relations/index.ts';
import type { MessageRef } from '../messages.types.ts';
import { isShownTo, notOfSuspended } from '../messages.repository.ts';
import { timeoutOf } from '../write-limits.repository.ts';

/** A reaction to add or to remove. */
export type ReactCommand = MessageRef & {
  readonly userId: number;
  readonly emoji: string;
  readonly on: boolean;
};

/** The facts that decide whether the user may react, and the different emoji of the message. */
export type ReactTarget = {
  readonly isVisible: boolean;
  /** A system notice. */
  readonly isNotice: boolean;
  readonly isMember: boolean;
  readonly isSuspended: boolean;
  /** The end of the user's timeout in the room; null without one (GR-03). */
  readonly timeoutUntil: Date | null;
  /** A global administrator, who sees the reactions of suspended users. */
  readonly isAdmin: boolean;
  readonly emojis: readonly string[];
};

const columns = (commands: readonly ReactCommand[]) => sql`unnest(
    ${commands.map((each) => each.conversationId)}::bigint[], ${commands.map((each) => each.sequence)}::bigint[],
    ${commands.map((each) => each.userId)}::bigint[], ${commands.map((each) => each.emoji)}::text[]
  ) WITH ORDINALITY AS given (conversation_id, sequence, user_id, emoji, place)`;

/**
 * Returns the facts for each command, in their order. The caller holds the locks of the conversations, so membership,
 * blocks and deletions cannot change until the commit (R-01).
 */
export async function findTargets(tx: Tx, commands: readonly ReactCommand[]): Promise<ReactTarget[]> {
  const viewer = sql`given.user_id`;
  const { rows } = await sql<ReactTarget>`
    SELECT
      coalesce(${isShownTo(viewer)} AND ${notOfSuspended(viewer)}
        AND (own.user_id IS NOT NULL OR head.kind = 'room' AND viewer.role = 'admin')
        AND NOT (head.kind = 'direct' AND EXISTS (
          SELECT FROM conversation_members peer
          WHERE peer.conversation_id = head.id AND peer.user_id <> given.user_id
            AND ${areBlocked(sql`peer.user_id`, viewer)})), false) AS "isVisible",
      m.sender_id IS NULL OR m.about_ids IS NOT NULL AS "isNotice",
      own.user_id IS NOT NULL AS "isMember", viewer.suspended_at IS NOT NULL AS "isSuspended",
      viewer.role = 'admin' AS "isAdmin", ${timeoutOf(sql`given.conversation_id`, viewer)} AS "timeoutUntil",
      ARRAY(SELECT DISTINCT reaction.emoji FROM message_reactions reaction
        WHERE reaction.conversation_id = given.conversation_id AND reaction.sequence = given.sequence) AS emojis
    FROM ${columns(commands)}
    JOIN users viewer ON viewer.id = given.user_id
    LEFT JOIN conversations head ON head.id = given.conversation_id
    LEFT JOIN messages m ON m.conversation_id = given.conversation_id AND m.sequence = given.sequence
    LEFT JOIN conversation_members own
      ON own.conversation_id = given.conversation_id AND own.user_id = given.user_id
    ORDER BY given.place`.execute(tx);
  return rows;
}

/** A reaction that was added or removed; `senderId` wrote the message. */
export type ChangedReaction = MessageRef & {
  readonly userId: number;
  readonly senderId: number;
  readonly on: boolean;
};

/** Adds and removes reactions. Returns those that changed; the same reaction must not be given twice. */
export async function applyReactions(tx: Tx, commands: readonly ReactCommand[]): Promise<ChangedReaction[]> {
  const on = commands.filter((command) => command.on);
  const off = commands.filter((command) => !command.on);
  const { rows } = await sql<ChangedReaction>`
    WITH added AS (
      INSERT INTO message_reactions (conversation_id, sequence, user_id, emoji)
      SELECT conversation_id, sequence, user_id, emoji FROM ${columns(on)} ORDER BY place
      ON CONFLICT DO NOTHING RETURNING conversation_id, sequence, user_id
    ), removed AS (
      DELETE FROM message_reactions reaction USING ${columns(off)}
      WHERE reaction.conversation_id = given.conversation_id AND reaction.sequence = given.sequence
        AND reaction.user_id = given.user_id AND reaction.emoji = given.emoji
      RETURNING reaction.conversation_id, reaction.sequence, reaction.user_id
    ), changed AS (SELECT *, true AS is_on FROM added UNION ALL SELECT *, false FROM removed)
    SELECT changed.conversation_id AS "conversationId", changed.sequence, changed.user_id AS "userId",
      m.sender_id AS "senderId", changed.is_on AS "on"
    FROM changed
    JOIN messages m ON m.conversation_id = changed.conversation_id AND m.sequence = changed.sequence`.execute(
    tx,
  );
  return rows;
}

/**
 * Returns the reactions to a message as each viewer sees them, by viewer id; 0 is a viewer without reactions and
 * blocks.
 */
export async function readReactions(
  db: Queryable,
  { conversationId, sequence }: MessageRef,
  viewerIds: readonly number[],
): Promise<ReadonlyMap<number, readonly Reaction[]>> {
  const { rows } = await sql<{ viewer_id: number; reactions: Reaction[] | null }>`
    SELECT viewer_id, reactions_of(${conversationId}, ${sequence}, viewer_id) AS reactions
    FROM unnest(${viewerIds}::bigint[]) AS viewer_id`.execute(db);
  return new Map(rows.map((row) => [row.viewer_id, row.reactions ?? []]));
}

/** Returns one page of the users who reacted, newest first, with the id after which the next page begins (RX-04). */
export async function listReactionPeople(
  db: Queryable,
  { conversationId, sequence }: MessageRef,
  request: {
    readonly viewerId: number;
    readonly emoji: string | undefined;
    readonly before: number | undefined;
    readonly limit: number;
  },
): Promise<readonly (ReactionPerson & { readonly id: number })[]> {
  const { viewerId, emoji, before, limit } = request;
  const { rows } = await sql<Omit<ReactionPerson, 'created_at'> & { id: number; created_at: Date }>`
    SELECT reaction.id, person.username, person.display_name, person.profile_image_url AS avatar, reaction.emoji,
      reaction.created_at
    FROM message_reactions reaction JOIN users person ON person.id = reaction.user_id
    WHERE reaction.conversation_id = ${conversationId} AND reaction.sequence = ${sequence}
      AND ${emoji === undefined ? sql`true` : sql`reaction.emoji = ${emoji}`}
      AND ${before === undefined ? sql`true` : sql`reaction.id < ${before}`}
      AND person.deleted_at IS NULL AND NOT ${areBlocked(sql`person.id`, sql`${viewerId}::bigint`)}
      AND (person.suspended_at IS NULL
        OR (SELECT viewer.role = 'admin' FROM users viewer WHERE viewer.id = ${viewerId}))
    ORDER BY reaction.id DESC LIMIT ${limit}`.execute(db);
  return rows.map(({ created_at: createdAt, ...row }) =>
    Object.assign(row, { created_at: createdAt.toISOString() }),
  );
}

/** Removes all reactions of a user whose account is deleted (SV-13). */
export async function deleteReactionsOf(tx: Tx, userId: number): Promise<void> {
  await sql`DELETE FROM message_reactions WHERE user_id = ${userId}`.execute(tx);
}
