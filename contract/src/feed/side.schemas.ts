import * as z from 'zod/mini';
import { groupId } from '../kernel/ids.ts';

const person = { username: z.string(), display_name: z.string(), picture: z.nullable(z.string()) };

/** A user whom the caller may want to follow. */
export const suggestedPerson = z.object({
  ...person,
  /** The number of users whom the caller follows and who follow this user, as far as they were counted. */
  followed_by: z.int(),
});

/** A hashtag of the public posts of the last 24 hours: the number of posts, and of the different users who wrote them. */
export const hashtagOfToday = z.object({ tag: z.string(), posts: z.int(), people: z.int() });

/** A public room with users whom the caller follows. */
export const roomWithFriends = z.object({
  group_id: groupId,
  name: z.string(),
  picture: z.nullable(z.string()),
  member_count: z.int(),
  /** At most `SIDE_FRIENDS_MAX` of them, those followed last first. */
  friends: z.array(z.object(person)),
  friend_count: z.int(),
});

/** The lists beside the feed. */
export const feedSide = z.object({
  people: z.array(suggestedPerson),
  hashtags: z.array(hashtagOfToday),
  rooms: z.array(roomWithFriends),
});

export type FeedSide = z.output<typeof feedSide>;
export type SuggestedPerson = z.output<typeof suggestedPerson>;
export type HashtagOfToday = z.output<typeof hashtagOfToday>;
export type RoomWithFriends = z.output<typeof roomWithFriends>;
