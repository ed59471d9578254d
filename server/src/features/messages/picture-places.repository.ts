import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import { areBlocked } from '../relations/index.ts';
import { notHiddenBy, notOfSuspended, readableBy } from './messages.repository.ts';

/** SQL condition: the image was ever sent in a message, deleted messages included. */
export const wasSent = (imageId: string): RawBuilder<boolean> => sql<boolean>`EXISTS (
  SELECT FROM messages sent WHERE sent.image_id = ${imageId})`;

/**
 * SQL query: the conversations in which a user may currently read a message with an image (R-14, R-15), as the
 * `group_id` of a room, null for a private chat. No row means no access. The rules are those of reading history:
 * members of the room and global administrators; the two users of a private chat without a block; deleted, cleared,
 * hidden and whispered messages as there.
 */
export const placesShowing = (imageId: string, viewerId: number): RawBuilder<unknown> => sql`
  SELECT DISTINCT room.group_id
  FROM messages m
  JOIN conversations head ON head.id = m.conversation_id
  LEFT JOIN conversation_members own ON own.conversation_id = m.conversation_id AND own.user_id = ${viewerId}
  LEFT JOIN rooms room ON room.conversation_id = m.conversation_id AND room.deleted_at IS NULL
  WHERE m.image_id = ${imageId} AND m.deleted_at IS NULL AND m.sequence > head.cleared_to
    AND ${readableBy(viewerId)}
    AND CASE head.kind
      WHEN 'room' THEN room.group_id IS NOT NULL AND ${notOfSuspended(viewerId)} AND (
        own.user_id IS NOT NULL
        OR (SELECT viewer.role = 'admin' FROM users viewer WHERE viewer.id = ${viewerId}))
      ELSE own.user_id IS NOT NULL AND m.sequence > own.cleared_to AND ${notHiddenBy(viewerId)}
        AND NOT EXISTS (
          SELECT FROM conversation_members peer
          WHERE peer.conversation_id = m.conversation_id AND peer.user_id <> ${viewerId}
            AND ${areBlocked(sql`peer.user_id`, sql`${viewerId}`)})
    END`;
