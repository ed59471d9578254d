import * as z from 'zod/mini';

/** Public id of a room: 24 hex digits. */
export const groupId = z.string().check(z.regex(/^[0-9a-f]{24}$/, 'Invalid group ID'));

/** Id of a message: its conversation and its sequence number, both in base 36, joined by a dash. */
export const messageId = z.string().check(z.regex(/^[0-9a-z]{1,12}-[0-9a-z]{1,12}$/, 'Invalid message ID'));

/** Made by the client, the same on every retry of one message (R-03, SV-102). */
export const clientMessageId = z
  .string()
  .check(z.minLength(1), z.maxLength(64), z.regex(/^[^\p{Cc}\p{Cs}]*$/u, 'Invalid client message ID'));

/** A point in time on the wire: ISO 8601 in UTC with milliseconds. */
export const timestamp = z.iso.datetime({ precision: 3 });
