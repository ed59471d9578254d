import * as z from 'zod/mini';
import { anyUsername } from '../accounts/accounts.schemas.ts';
import { PEOPLE_MAX, USERNAME_MAX } from '../accounts/accounts.limits.ts';
import { plan } from '../creators/creators.schemas.ts';
import { post } from '../feed/feed.schemas.ts';

/** Usernames separated by commas, at most `PEOPLE_MAX`; parsed to a list in lower case (HM-07). */
export const peopleQuery = z.object({
  usernames: z.pipe(
    z.pipe(
      z.string().check(z.maxLength(PEOPLE_MAX * (USERNAME_MAX + 1))),
      z.transform((names) => names.split(',')),
    ),
    z.array(anyUsername).check(z.maxLength(PEOPLE_MAX)),
  ),
});

/** What lists and messages show of a user (HM-07). */
export const personFace = z.object({
  username: z.string(),
  display_name: z.string(),
  picture: z.nullable(z.string()),
});

/** A user's profile as one viewer receives it (SV-16, PR-13). */
export const profile = z.object({
  username: z.string(),
  display_name: z.string(),
  bio: z.nullable(z.string()),
  links: z.array(z.string()),
  profile_image_url: z.nullable(z.string()),
  profile_picture: z.nullable(z.string()),
  is_guest: z.boolean(),
  plans: z.array(plan),
  total_subscribers: z.int(),
  /** How many the lists of followers and followed users show the viewer; null where the owner hides the list (HM-15). */
  total_followers: z.nullable(z.int()),
  total_following: z.nullable(z.int()),
  total_posts: z.int(),
  /** The locked ones of the posts. */
  total_locked: z.int(),
  is_subscribed: z.boolean(),
  is_following: z.boolean(),
  is_blocked: z.boolean(),
  blocked_by_me: z.boolean(),
  is_self: z.boolean(),
  /** For the owner only. */
  referral_code: z.nullable(z.string()),
});

/** The fields of a profile that are visible without an account. */
export const publicProfile = z.object({
  username: z.string(),
  display_name: z.string(),
  bio: z.nullable(z.string()),
  links: z.array(z.string()),
  profile_image_url: z.nullable(z.string()),
  total_subscribers: z.int(),
});

/** Fields of the form that edits a profile, as texts; `links` is a JSON list, empty for none (PR-20). */
export const profileFields = z.object({
  bio: z.optional(z.string()),
  links: z.optional(z.string()),
  display_name: z.optional(z.string()),
  profile_image_url: z.optional(z.string()),
  /** `true` removes the picture. */
  remove_image: z.optional(z.literal('true')),
});

/**
 * Events of a creator's room, to every connection that has joined it (SV-100). All receive the same payload: a post has no
 * link to its file (`media_url` is null), and a preview only where all users may see it.
 */
export const creatorRoomEvents = {
  plan_created: z.object({ plan }),
  media_uploaded: z.object({ media: post }),
  media_updated: z.object({ media: post }),
  media_deleted: z.object({ media_id: z.string(), creator: z.string() }),
  media_preview_ready: z.object({
    media_id: z.string(),
    creator: z.string(),
    preview_url: z.nullable(z.string()),
  }),
  /** The current numbers of likes, comments and shares of a post. */
  media_reactions: z.object({
    media_id: z.string(),
    like_count: z.int(),
    comment_count: z.int(),
    share_count: z.int(),
  }),
  /**
   * Also to the main screens of users who share a conversation with the user or follow them, except those in a block with the
   * user and those from whom the user is hidden (HM-07).
   */
  profile_updated: z.object({
    username: z.string(),
    display_name: z.string(),
    bio: z.nullable(z.string()),
    links: z.array(z.string()),
    profile_image_url: z.nullable(z.string()),
  }),
  /** To the subscriber's and the creator's own connections only. */
  new_subscriber: z.object({ creator: z.string(), subscriber: z.string() }),
  subscriber_removed: z.object({ creator: z.string(), subscriber: z.string() }),
};

export type Profile = z.output<typeof profile>;
export type PersonFace = z.output<typeof personFace>;
export type PublicProfile = z.output<typeof publicProfile>;
export type ProfileFields = z.output<typeof profileFields>;
export type CreatorRoomEvents = {
  [K in keyof typeof creatorRoomEvents]: z.output<(typeof creatorRoomEvents)[K]>;
};
