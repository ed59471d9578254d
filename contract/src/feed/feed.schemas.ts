import * as z from 'zod/mini';
import { adId } from '../ads/ads.schemas.ts';
import { planId } from '../creators/creators.schemas.ts';
import { timestamp } from '../kernel/ids.ts';
import { withPlainLines } from '../messages/visible-text.ts';
import { CAPTION_MAX, COMMENT_MAX, FEELING_MAX, HASHTAGS_MAX } from './feed.limits.ts';

/** Public id of a post: 24 hex digits. */
export const mediaId = z.string().check(z.regex(/^[0-9a-f]{24}$/, 'Invalid media ID'));

/** Who sees a post: everybody, or its sender alone; one that is locked is private and listed for all. */
export const visibility = z.enum(['public', 'private']);

/**
 * A post, or an ad in its place, as one viewer gets it: the union of both field sets of the specification (FE-13,
 * FE-14, X-39). `media_url` and `preview_url` are links for this viewer alone and work for minutes. Where the
 * viewer has no right (`can_view` false), `media_url` and `original_filename` are null and `preview_url` is the blurred
 * stand-in (SV-54).
 */
export const post = z.object({
  media_id: z.union([mediaId, adId]),
  sender: z.string(),
  sender_username: z.string(),
  sender_display_name: z.string(),
  sender_avatar: z.nullable(z.string()),
  is_ad: z.boolean(),
  ad_id: z.nullable(adId),
  sponsor: z.nullable(z.string()),
  /** Where an ad leads; null for posts. */
  target_url: z.nullable(z.string()),
  is_locked: z.boolean(),
  /** Whether this viewer may see the original. */
  can_view: z.boolean(),
  plan_id: z.nullable(planId),
  is_video: z.boolean(),
  media_url: z.nullable(z.string()),
  preview_url: z.nullable(z.string()),
  /** A few pixels as a `data:` URL, to stand where the picture comes; null for words alone or until it is made. */
  blur_url: z.nullable(z.string()),
  preview_pending: z.boolean(),
  original_filename: z.nullable(z.string()),
  caption: z.nullable(z.string()),
  hashtags: z.nullable(z.string()),
  feeling: z.nullable(z.string()),
  visibility,
  upload_date: timestamp,
  created_at: timestamp,
  /** At most `LIKED_BY_MAX` names, the caller's own first, then the newest; blocked users are left out. `GET /media/likes` returns all. */
  liked_by: z.array(z.string()),
  liked_by_me: z.boolean(),
  like_count: z.int(),
  comment_count: z.int(),
  share_count: z.int(),
  /** In bytes, pixels and seconds; null for words alone or until it is known. */
  file_size: z.nullable(z.int()),
  width: z.nullable(z.int()),
  height: z.nullable(z.int()),
  duration: z.nullable(z.number()),
  /** Whether there is a file at all; false for words alone. */
  has_media: z.boolean(),
  is_own: z.boolean(),
  is_following: z.boolean(),
  /** Where the item stands in the list that it came with: the `after` of the next page, where this is the last. */
  position: z.string(),
});

const text = (most: number) =>
  z.optional(z.string().check(z.overwrite(withPlainLines), z.trim(), z.maxLength(most)));

/** The same on every retry of one upload, made by the client: it is stored once. */
export const uploadKey = z.string().check(z.regex(/^[A-Za-z0-9_-]{8,64}$/, 'Invalid upload key'));

/** The same on every retry of one comment, made by the client: it is stored once. */
export const commentKey = z.string().check(z.regex(/^[A-Za-z0-9_-]{8,64}$/, 'Invalid comment key'));

/** Fields of both upload forms, as texts (FE-28, ME-06); what is missing or wrong the service answers in words. */
export const uploadFields = z.object({
  /** `true`, `1` and `on` lock, in any case; any other text does not. */
  is_locked: z.optional(z.string()),
  visibility: z.optional(z.string().check(z.maxLength(1000))),
  plan_id: z.optional(z.string()),
  caption: text(CAPTION_MAX),
  hashtags: text(HASHTAGS_MAX),
  feeling: text(FEELING_MAX),
  /** Empty as if it were not there. */
  upload_key: z.optional(z.union([uploadKey, z.literal('')])),
  /** What the file was called; its own name in the form counts for nothing else. */
  filename: z.optional(z.string().check(z.maxLength(255))),
});

/**
 * How a post is to be changed: nothing but these fields, and one of them at least. `plan_id` null or empty is no
 * plan.
 */
export const postUpdate = z
  .strictObject({
    is_locked: z.optional(z.boolean()),
    plan_id: z.optional(z.nullable(z.union([planId, z.literal('')]))),
    visibility: z.optional(visibility),
  })
  .check(z.refine((update) => Object.values(update).some((value) => value !== undefined)));

/** A comment as one viewer gets it (SV-61). */
export const comment = z.object({
  comment_id: mediaId,
  username: z.string(),
  display_name: z.string(),
  avatar: z.nullable(z.string()),
  comment: z.string(),
  created_at: timestamp,
  can_delete: z.boolean(),
});

/** A user who likes a post. */
export const liker = z.object({
  username: z.string(),
  display_name: z.string(),
  avatar: z.nullable(z.string()),
});

/** An id of a post beside other parameters, as it was given: one that is none is answered in words. */
export const givenMediaId = z.string();

export const commentInput = z.strictObject({
  media_id: givenMediaId,
  comment: z.string().check(z.trim(), z.maxLength(COMMENT_MAX, `Use at most ${COMMENT_MAX} characters.`)),
  comment_key: z.optional(commentKey),
});

/** What anybody may see of a public post, without an account. */
export const publicPost = z.object({
  media_id: mediaId,
  sender: z.string(),
  sender_display_name: z.string(),
  sender_avatar: z.nullable(z.string()),
  caption: z.nullable(z.string()),
  is_video: z.boolean(),
  preview_url: z.nullable(z.string()),
  blur_url: z.nullable(z.string()),
  width: z.nullable(z.int()),
  height: z.nullable(z.int()),
  created_at: timestamp,
});

export type Post = z.output<typeof post>;
export type PublicPost = z.output<typeof publicPost>;
export type PostComment = z.output<typeof comment>;
export type Liker = z.output<typeof liker>;
export type CommentInput = z.output<typeof commentInput>;
export type PostUpdate = z.output<typeof postUpdate>;
export type UploadFields = z.output<typeof uploadFields>;
export type Visibility = z.output<typeof visibility>;
