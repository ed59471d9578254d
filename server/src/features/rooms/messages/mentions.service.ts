import { MENTIONS_MAX } from '@adda/contract/messages';
import { mentionPlaces, namesAfterAt } from '@adda/contract/rooms';
import type { Queryable } from '../../../platform/database/index.ts';
import { findMembersByName } from '../members/room-members.repository.ts';

/** A member whom a text mentions. */
export type Mention = { readonly id: number; readonly username: string };

/**
 * Returns the members whom a public message names as `@name`, in the order of the text, without its sender, at most
 * {@link MENTIONS_MAX} (MN-01). Asks the database only if there is a name behind an `@`. A member who has a block with the
 * sender is named all the same, so that the list does not tell of the block.
 */
export async function findMentions(
  db: Queryable,
  { conversationId, senderId }: { readonly conversationId: number; readonly senderId: number },
  content: string,
): Promise<Mention[]> {
  const names = namesAfterAt(content);
  if (names.length === 0) return [];
  const found = await findMembersByName(db, { conversationId, viewerId: senderId }, names);
  const ids = new Map(found.map(({ id, username }) => [username, id]));
  const named = new Set(mentionPlaces(content, [...ids.keys()]).map(({ username }) => username));
  return [...named]
    .map((username) => ({ id: ids.get(username) ?? senderId, username }))
    .filter(({ id }) => id !== senderId)
    .slice(0, MENTIONS_MAX);
}
