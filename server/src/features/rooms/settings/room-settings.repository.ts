import { AVATAR_PATH } from '@adda/contract/media';
import { sql } from 'kysely';
import { members } from '../../messages/index.ts';
import type { Queryable, Tx } from '../../../platform/database/index.ts';
import { storeSlowMode, throwIfNameTaken } from '../rooms.repository.ts';
import type { RoomSettings } from '../rooms.types.ts';

/** Stores the settings of a room that the caller has locked; throws `group_name_taken`. */
export async function storeSettings(tx: Tx, conversationId: number, settings: RoomSettings): Promise<void> {
  await members.lockHeads(tx, [conversationId]);
  await throwIfNameTaken(
    sql`
      UPDATE rooms SET name = ${settings.name}, description = ${settings.description}, topic = ${settings.topic},
        rules = ${settings.rules}, picture_url = ${settings.picture}, is_private = ${settings.visibility === 'private'},
        category = ${settings.category}, languages = ${settings.languages}::text[]
      WHERE conversation_id = ${conversationId}`.execute(tx),
  );
  await storeSlowMode(tx, conversationId, settings.slow_mode_s);
}

/** Returns the ids of the members of a room. */
export async function listMemberIds(db: Queryable, conversationId: number): Promise<number[]> {
  const { rows } = await sql<{ user_id: number }>`
    SELECT user_id FROM conversation_members WHERE conversation_id = ${conversationId}`.execute(db);
  return rows.map((row) => row.user_id);
}

/** A room that has lost its picture: the address of the picture, and the room's other settings. */
export type FormerPicture = Omit<RoomSettings, 'visibility'> & {
  readonly conversationId: number;
  readonly groupId: string;
  readonly picture: string;
  readonly isPrivate: boolean;
};

/** Removes the pictures of rooms that a user uploaded, and returns these rooms. */
export async function clearPicturesOf(tx: Tx, ownerId: number): Promise<FormerPicture[]> {
  const { rows } = await sql<FormerPicture>`
    SELECT room.conversation_id AS "conversationId", room.group_id AS "groupId", room.picture_url AS picture, room.name,
      room.description, room.topic, room.rules, room.is_private AS "isPrivate", room.category, room.languages,
      head.slow_mode_s
    FROM rooms room JOIN conversations head ON head.id = room.conversation_id
    JOIN images image ON room.picture_url = ${AVATAR_PATH}::text || image.id
    WHERE image.owner_id = ${ownerId} ORDER BY room.conversation_id FOR NO KEY UPDATE OF room`.execute(tx);
  await sql`
    UPDATE rooms SET picture_url = NULL
    WHERE conversation_id = ANY (${rows.map((row) => row.conversationId)}::bigint[])`.execute(tx);
  return rows;
}
