import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import type { MessageMedium } from '../media/index.ts';
import { areBlocked } from '../relations/index.ts';
import { notHiddenBy, notOfSuspended, readableBy } from './messages.repository.ts';

/** Column of messages with the id of the medium. */
const columnOf = ({ kind }: MessageMedium) => sql.ref(kind === 'image' ? 'image_id' : 'audio_id');

/** SQL query: the places of the messages with a picture or recording, or with a card that shows the picture (FT-05). */
const sentWith = (medium: MessageMedium) => sql`
  SELECT sent.conversation_id, sent.sequence FROM messages sent WHERE sent.${columnOf(medium)} = ${medium.id}
  ${
    medium.kind === 'image'
      ? sql`UNION SELECT card.conversation_id, card.sequence FROM message_previews card WHERE card.image_id = ${medium.id}`
      : sql``
  }`;

/** SQL condition: the picture or recording was ever sent in a message, deleted messages included. */
export const wasSent = (medium: MessageMedium): RawBuilder<boolean> =>
  sql<boolean>`EXISTS (${sentWith(medium)})`;

/**
 * SQL query: the conversations in which a user may currently read a message with a picture or recording (R-14, R-15), as the
 * `group_id` of a room, null for a private chat. No row means no access. The rules are those of reading history:
 * members of the room and global administrators; the two users of a private chat without a block; deleted, cleared,
 * hidden and whispered messages as there.
 */
export const placesShowing = (medium: MessageMedium, viewerId: number): RawBuilder<unknown> => sql`
  SELECT DISTINCT room.group_id
  FROM (${sentWith(medium)}) sent
  JOIN messages m ON m.conversation_id = sent.conversation_id AND m.sequence = sent.sequence
  JOIN conversations head ON head.id = m.conversation_id
  LEFT JOIN conversation_members own ON own.conversation_id = m.conversation_id AND own.user_id = ${viewerId}
  LEFT JOIN rooms room ON room.conversation_id = m.conversation_id AND room.deleted_at IS NULL
  WHERE m.deleted_at IS NULL AND m.sequence > head.cleared_to
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
