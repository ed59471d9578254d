import * as z from 'zod/mini';
import { timestamp } from '../kernel/ids.ts';
import * as limits from './safety.limits.ts';

/**
 * Limits of new accounts (SV-105). `new_account_hours`: how long an account counts as new; 0 disables the limits.
 * `first_contacts_per_day`: number of users who have never replied that it may write to in 24 hours. `plain_links`: links
 * to users who have not replied stay plain text.
 */
export const safetySettings = z.strictObject({
  new_account_hours: z.int().check(z.minimum(0), z.maximum(limits.NEW_ACCOUNT_HOURS_MAX)),
  first_contacts_per_day: z.int().check(z.minimum(1), z.maximum(limits.FIRST_CONTACTS_MAX)),
  plain_links: z.boolean(),
});

/**
 * The action for a text with a listed word: `refuse` refuses it, `review` accepts it and adds it to the queue of reports.
 */
const wordAction = z.enum(['refuse', 'review']);
export const wordId = z.string().check(z.regex(/^[0-9a-f]{24}$/, 'Invalid word ID'));

export const wordInput = z.strictObject({
  word: z
    .string()
    .check(z.trim(), z.minLength(1, 'Enter a word.'), z.maxLength(limits.WORD_MAX, 'This is too long.')),
  action: wordAction,
});

/** One word or several consecutive words; case, accents and digits in place of letters are ignored in comparisons. */
export const listedWord = z.object({
  word_id: wordId,
  word: z.string(),
  action: wordAction,
  added_by: z.string(),
  created_at: timestamp,
  /** Number of matches. */
  hits: z.int(),
});

export const uploadHashId = z.string().check(z.regex(/^[0-9a-f]{24}$/, 'Invalid ID'));

/** `sha256` of a file as it was uploaded, or the 64-bit perceptual hash of a picture or of a video's still image; hex. */
export const uploadHashInput = z
  .strictObject({
    kind: z.enum(['sha256', 'dhash']),
    value: z.string().check(z.trim(), z.toLowerCase(), z.regex(/^[0-9a-f]+$/, 'Use hex digits.')),
    note: z.optional(z.string().check(z.trim(), z.maxLength(200))),
  })
  .check(
    z.refine((input) => input.value.length === (input.kind === 'sha256' ? 64 : 16), {
      path: ['value'],
      error: 'A SHA-256 has 64 hex digits, a perceptual hash 16.',
    }),
  );

/** A file that is refused when it is uploaded again. */
export const uploadHash = z.object({
  upload_hash_id: uploadHashId,
  kind: z.enum(['sha256', 'dhash']),
  value: z.string(),
  note: z.nullable(z.string()),
  report_id: z.nullable(z.string()),
  added_by: z.string(),
  created_at: timestamp,
  /** Number of refused uploads. */
  hits: z.int(),
});

export type SafetySettings = z.output<typeof safetySettings>;
export type WordInput = z.output<typeof wordInput>;
export type ListedWord = z.output<typeof listedWord>;
export type UploadHashInput = z.output<typeof uploadHashInput>;
export type UploadHash = z.output<typeof uploadHash>;
