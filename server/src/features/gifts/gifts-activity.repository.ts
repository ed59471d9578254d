import { GIFTS, type GiftType } from '@adda/contract/gifts';
import { sql } from 'kysely';
import type { Queryable } from '../../platform/database/index.ts';
import type { ActivitySource } from '../activity/index.ts';
import { mayBeNamed } from '../relations/index.ts';
import { isRoomKnownToUser, type RoomEnd } from '../rooms/index.ts';

type GiftActivityRow = {
  readonly id: string;
  readonly sender_id: number;
  readonly gift_type: GiftType;
  readonly group_id: string;
};

/**
 * Gifts that the reader got: a source of the activity (NT-01). An item names its gift, and shows the room, while the reader may
 * know of it.
 */
export const giftActivity: ActivitySource = {
  kinds: ['gift'],

  async resolve(db, readerId, items) {
    const { rows } = await sql<GiftActivityRow>`
      SELECT item.id, gift.sender_id, gift.gift_type, room.group_id
      FROM unnest(
        ${items.map(({ id }) => id)}::text[], ${items.map(({ subjectId }) => subjectId)}::text[]
      ) AS item (id, gift_id)
      CROSS JOIN LATERAL (
        SELECT * FROM gifts WHERE gifts.gift_id = item.gift_id AND gifts.recipient_id = ${readerId} OFFSET 0
      ) gift
      CROSS JOIN LATERAL (
        SELECT * FROM rooms WHERE rooms.conversation_id = gift.conversation_id OFFSET 0
      ) room
      WHERE ${isRoomKnownToUser(sql`${readerId}::bigint`)}
        AND ${mayBeNamed(sql`gift.sender_id`, sql`${readerId}::bigint`)}`.execute(db);
    return new Map(
      rows.map(({ id, sender_id: senderId, gift_type: type, group_id: groupId }) => [
        id,
        {
          actorIds: [senderId],
          actorCount: 1,
          subject: { type: 'group', id: groupId, group_id: groupId },
          excerpt: `${GIFTS[type].description} ${GIFTS[type].emoji}`,
        },
      ]),
    );
  },

  listUnseen: async (...of) => new Set((await giftActivity.resolve(...of)).keys()),
};

/** Most items that the end of a room takes away on open screens at once; the list itself is always right. */
const SHOWN_AT_ONCE = 300;

/** Returns the newest items about gifts in a room; only those of these users, unless it was deleted. */
export async function listItemsInRoom(
  db: Queryable,
  { groupId, userIds, isDeleted }: RoomEnd,
): Promise<{ readonly userId: number; readonly itemId: string }[]> {
  const { rows } = await sql<{ userId: number; itemId: string }>`
    SELECT item.user_id AS "userId", item.id AS "itemId"
    FROM rooms room JOIN gifts gift ON gift.conversation_id = room.conversation_id
    JOIN activity_items item
      ON item.subject_type = 'group' AND item.subject_id = gift.gift_id AND item.user_id = gift.recipient_id
    WHERE room.group_id = ${groupId} AND (${isDeleted} OR gift.recipient_id = ANY (${userIds}::bigint[]))
    ORDER BY item.happened_at DESC LIMIT ${SHOWN_AT_ONCE}`.execute(db);
  return rows;
}
