import { SIDE_FRIENDS_MAX, type RoomWithFriends } from '@adda/contract/feed';
import { sql } from 'kysely';
import type { Queryable } from '../../platform/database/index.ts';
import { blockedWith, hiddenFrom } from '../relations/index.ts';

/** Followed users whose rooms are read, those followed last first, and public rooms of each. */
const FRIENDS_READ = 500;
const ROOMS_OF_EACH = 50;

/**
 * Returns public rooms with users whom the viewer follows, those with most of them first, then those with the newest message
 * (HM-14). Rooms that the viewer is a member of or banned from are left out; users who are blocked, hidden, suspended or
 * deleted are neither named nor counted.
 */
export async function listRoomsWithFriends(
  db: Queryable,
  viewerId: number,
  limit: number,
): Promise<RoomWithFriends[]> {
  const viewer = sql`${viewerId}::bigint`;
  const { rows } = await sql<RoomWithFriends>`
    WITH hidden AS MATERIALIZED (
      ${blockedWith(viewer)} UNION ALL ${hiddenFrom(viewer)}
    ), friends AS MATERIALIZED (
      SELECT person.id, person.username, person.display_name, person.profile_image_url AS picture,
        follow.created_at AS followed_at
      FROM follows follow JOIN users person ON person.id = follow.followed_id
      WHERE follow.follower_id = ${viewer} AND person.deleted_at IS NULL AND person.suspended_at IS NULL
        AND NOT (person.id IN (SELECT id FROM hidden))
      ORDER BY follow.created_at DESC, person.id DESC LIMIT ${FRIENDS_READ}
    ), place AS MATERIALIZED (
      SELECT of_friend.conversation_id, friends.* FROM friends CROSS JOIN LATERAL (
        SELECT member.conversation_id FROM conversation_members member
        JOIN rooms room ON room.conversation_id = member.conversation_id
        WHERE member.user_id = friends.id AND room.deleted_at IS NULL AND NOT room.is_private
        LIMIT ${ROOMS_OF_EACH}
      ) of_friend
    ), best AS (
      SELECT place.conversation_id, count(*) AS friend_count FROM place
      WHERE NOT EXISTS (
          SELECT FROM conversation_members own
          WHERE own.conversation_id = place.conversation_id AND own.user_id = ${viewer})
        AND NOT EXISTS (
          SELECT FROM room_bans ban WHERE ban.conversation_id = place.conversation_id AND ban.user_id = ${viewer})
      GROUP BY place.conversation_id
    )
    SELECT room.group_id, room.name, room.picture_url AS picture, room.member_count, best.friend_count,
      (SELECT json_agg(json_build_object('username', named.username, 'display_name', named.display_name, 'picture', named.picture)
          ORDER BY named.followed_at DESC, named.id DESC)
        FROM (
          SELECT * FROM place WHERE place.conversation_id = best.conversation_id
          ORDER BY place.followed_at DESC, place.id DESC LIMIT ${SIDE_FRIENDS_MAX}
        ) named) AS friends
    FROM best JOIN rooms room ON room.conversation_id = best.conversation_id
    JOIN conversations conversation ON conversation.id = best.conversation_id
    ORDER BY best.friend_count DESC, conversation.last_message_at DESC NULLS LAST, best.conversation_id
    LIMIT ${limit}`.execute(db);
  return rows;
}
