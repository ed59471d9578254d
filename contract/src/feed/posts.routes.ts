import * as z from 'zod/mini';
import { catch as insteadOf } from 'zod/mini';
import { anyUsername } from '../accounts/accounts.schemas.ts';
import { CURSOR_MAX, pageSize, skip } from '../kernel/paging.ts';
import { defineRoutes, fileInRanges } from '../kernel/route.ts';
import * as limits from './feed.limits.ts';
import * as s from './feed.schemas.ts';
import { feedSide } from './side.schemas.ts';

const mediaParams = z.object({ media_id: s.mediaId });
/** A malformed id gets the same response as an unknown post. */
const anyMediaParams = z.object({ media_id: z.string().check(z.maxLength(64)) });
const stored = z.object({ message: z.string(), media_id: s.mediaId });
const message = z.object({ message: z.string() });

/** Longer texts are no name of a tab. */
const TAB_NAME_MAX = 16;

/** Query of a signed link: its user, its expiry and its signature. */
const link = z.object({
  for: z.string().check(z.maxLength(64)),
  expires: z.string().check(z.maxLength(16)),
  sig: z.string().check(z.maxLength(64)),
  /** `1`: the small preview instead of the original. */
  preview: z.optional(z.literal('1')),
});

const uploading = {
  access: 'session',
  rate: 'upload',
  guests: 'upload_needs_account',
  body: s.uploadFields,
  output: stored,
  status: 201,
} as const;
const refusals = [
  'words_refused',
  'upload_needs_account',
  'unsupported_media_type',
  'upload_refused',
  'invalid_visibility',
  'plan_required',
] as const;

export const postsRoutes = defineRoutes({
  'GET /feed/': {
    summary:
      'A page of the feed, as a bare list (SV-54, SV-55). `tab` is `for_you`, which is the default, or `following`: the posts of those whom the caller follows and no others, newest first, without ads (HM-14). `as_of` fixes the time of the list; `after` is the `position` of the last item received from the same tab, so that removed posts cause no gaps.',
    access: 'session',
    rate: 'read',
    query: z.object({
      /** One of `FEED_TABS`; for any other text the route returns `invalid_parameters`. */
      tab: z.optional(insteadOf(z.string().check(z.maxLength(TAB_NAME_MAX)), '?')),
      skip,
      limit: pageSize(limits.FEED_PAGE, limits.FEED_PAGE_MAX),
      as_of: z.optional(z.iso.datetime({ offset: true })),
      after: z.optional(z.string().check(z.maxLength(CURSOR_MAX))),
    }),
    output: z.array(s.post),
    errors: ['invalid_parameters'],
  },
  'GET /feed/side': {
    summary:
      'The lists beside the feed (HM-14). `people`: users to follow who posted in the last 30 days, those first whom most of the followed users follow; without the caller, guests, and users who are followed already, blocked in either direction, hidden, suspended or deleted. `hashtags`: those of the public posts of the last 24 hours, those first that most different users wrote; at most a minute old, without the posts of blocked and hidden users. `rooms`: public rooms with users whom the caller follows, those with most of them first; without rooms that the caller is a member of or banned from. A list without entries is empty.',
    access: 'session',
    rate: 'read',
    output: feedSide,
    errors: [],
  },
  'GET /feed/post/:media_id': {
    summary: 'One post, with the same access rules as the feed.',
    access: 'session',
    rate: 'read',
    params: mediaParams,
    invalid: 'invalid_media_id',
    output: s.post,
    errors: ['invalid_media_id', 'media_not_found'],
  },
  'GET /media/list': {
    summary:
      'The posts of a user, the newest first (SV-59); the owner sees all of them. With `locked` only the locked ones (HM-15).',
    access: 'session',
    rate: 'read',
    query: z.object({
      creator: anyUsername,
      skip,
      limit: pageSize(limits.MEDIA_PAGE, limits.MEDIA_PAGE_MAX),
      after: z.optional(z.string().check(z.maxLength(CURSOR_MAX))),
      locked: z.optional(z.literal('true')),
    }),
    output: z.object({ media: z.array(s.post), total_count: z.int() }),
    errors: ['user_not_found', 'invalid_parameters'],
  },
  'POST /upload': {
    summary: 'Post a photo or a video of up to 50 MB from the composer (FE-28, SV-56).',
    ...uploading,
    upload: { field: 'file', maxBytes: limits.UPLOAD_MAX_BYTES, tooLarge: 'upload_too_large' },
    errors: [...refusals, 'upload_too_large', 'file_required'],
  },
  'POST /media/upload': {
    summary: 'Post a file of up to 10 MB, or text only (ME-06, ME-07, SV-57).',
    ...uploading,
    upload: { field: 'file', maxBytes: limits.INLINE_UPLOAD_MAX_BYTES, tooLarge: 'inline_upload_too_large' },
    errors: [...refusals, 'inline_upload_too_large', 'file_or_caption_required', 'locked_needs_file'],
  },
  'PATCH /media/update/:media_id': {
    summary: 'Lock, unlock, hide or show the caller’s own post (ME-11, X-27).',
    access: 'session',
    rate: 'write',
    guests: 'upload_needs_account',
    params: mediaParams,
    body: s.postUpdate,
    invalid: 'invalid_media_update',
    output: message,
    errors: [
      'upload_needs_account',
      'invalid_media_update',
      'plan_required_for_media',
      'locked_needs_file',
      'not_authorized_to_update',
      'media_not_found',
    ],
  },
  'DELETE /media/delete/:media_id': {
    summary: 'Delete the caller’s own post; a global admin may delete any (ME-18).',
    access: 'session',
    rate: 'write',
    params: mediaParams,
    invalid: 'invalid_media_id',
    output: message,
    errors: ['invalid_media_id', 'not_authorized_to_delete', 'media_not_found'],
  },
  'GET /media/file/:media_id': {
    summary:
      'A post’s file or its preview, complete or in ranges, for the viewer for whom the link was signed (SV-60). The viewer is identified by the bearer token or by the cookie that responses with links set.',
    access: 'signed',
    rate: 'file',
    params: anyMediaParams,
    query: link,
    output: fileInRanges,
    errors: ['link_expired', 'media_locked', 'media_not_found'],
  },
  'GET /media/shared/:media_id': {
    summary: 'Preview image of a public post, without an account: shown where a link to the post is shared.',
    access: 'open',
    rate: 'file',
    params: anyMediaParams,
    output: fileInRanges,
    errors: ['media_not_found'],
  },
  'GET /public/posts/:media_id': {
    summary: 'A public post, without an account.',
    access: 'public',
    rate: 'read',
    params: anyMediaParams,
    output: s.publicPost,
    errors: ['media_not_found'],
  },
  'GET /public/profiles/:username/posts': {
    summary: 'The newest public posts of a user, without an account.',
    access: 'public',
    rate: 'read',
    params: z.object({ username: anyUsername }),
    output: z.object({ posts: z.array(s.publicPost) }),
    errors: ['user_not_found'],
  },
});
