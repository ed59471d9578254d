import * as z from 'zod/mini';
import { timestamp } from '../kernel/ids.ts';

/** A picture or video that is stored with a report: a signed link for the requesting administrator. */
const evidenceFile = z.object({
  url: z.string(),
  kind: z.enum(['image', 'video']),
  width: z.nullable(z.int()),
  height: z.nullable(z.int()),
});

/** A text that a message had before an edit, and when it was written. */
const formerText = z.object({ content: z.string(), at: timestamp });

/** The sound of a voice message that is stored with a report, as `evidenceFile`. */
const evidenceAudio = z.object({ url: z.string(), duration_ms: z.int() });

/** A message at the time of the report. `is_named`: the report is about this message. */
const evidenceMessage = z.object({
  message_id: z.string(),
  group_id: z.nullable(z.string()),
  group_name: z.nullable(z.string()),
  sender: z.string(),
  content: z.string(),
  image: z.nullable(evidenceFile),
  /** Null without a recording, and until it is copied (VM-03). */
  audio: z.nullable(evidenceAudio),
  youtube_url: z.nullable(z.string()),
  timestamp,
  /** Whether it had been deleted before the report. */
  is_deleted: z.boolean(),
  /** Sent in a private chat, or as a whisper in a room. */
  is_private: z.boolean(),
  is_named: z.boolean(),
  /** The texts before its edits, oldest first; empty for a message that was never edited (ED-04). */
  versions: z.array(formerText),
});

/** A post at the time of the report. */
const evidencePost = z.object({
  media_id: z.string(),
  caption: z.nullable(z.string()),
  hashtags: z.nullable(z.string()),
  visibility: z.string(),
  is_locked: z.boolean(),
  created_at: timestamp,
  file: z.nullable(evidenceFile),
});

/** The profile at the time of the report. */
const evidenceProfile = z.object({
  username: z.string(),
  display_name: z.string(),
  bio: z.nullable(z.string()),
  links: z.array(z.string()),
  picture: z.nullable(evidenceFile),
});

/** Evidence, stored when the report is made; only administrators see it (SV-47, SV-48). */
export const evidence = z.object({
  messages: z.array(evidenceMessage),
  post: z.nullable(evidencePost),
  /** Posts of earlier versions of a report that was updated. */
  other_posts: z.optional(z.array(evidencePost)),
  profile: z.nullable(evidenceProfile),
  /** Earlier versions of the profile, where a later report found it changed. */
  earlier_profiles: z.optional(z.array(evidenceProfile)),
});

export type EvidenceFile = z.output<typeof evidenceFile>;
export type EvidenceMessage = z.output<typeof evidenceMessage>;
export type EvidencePost = z.output<typeof evidencePost>;
export type EvidenceProfile = z.output<typeof evidenceProfile>;
export type EvidenceKept = z.output<typeof evidence>;
