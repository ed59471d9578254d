import * as z from 'zod/mini';
import { catch as insteadOf } from 'zod/mini';

/** A whole number that arrives as a query string. */
export const queryInteger = (minimum: number, maximum: number) =>
  z.coerce.number().check(z.int(), z.minimum(minimum), z.maximum(maximum));

/** `skip` of lists that page by offset. */
export const skip = z._default(queryInteger(0, 1_000_000), 0);

/** `page` of lists that page by number, from 1. */
export const page = z._default(queryInteger(1, 100_000), 1);

/** `page_size` or `limit` of a list: at most `maximum`, `usual` unless named. */
export const pageSize = (usual: number, maximum: number) => z._default(queryInteger(1, maximum), usual);

/** A cursor is at most so long. It names the transactions that were running when its list began. */
export const CURSOR_MAX = 4000;

/** Stands for a value that can't be read; no reader takes it. */
const UNREADABLE = '?';

/**
 * A number in the query of a list that answers what it can't read with `invalid_parameters`, as the specification words
 * it: taken as it comes; {@link digits} reads it.
 */
export const givenNumber = z.optional(insteadOf(z.string().check(z.maxLength(20)), UNREADABLE));

/** A whole number between two bounds, in digits alone: no sign, no point, no exponent, no space. */
export const digits = (minimum: number, maximum: number) =>
  z.pipe(
    z.pipe(z.string().check(z.regex(/^\d+$/)), z.transform(Number)),
    z.int().check(z.minimum(minimum), z.maximum(maximum)),
  );

/** Reads the `limit` of such a list: at most `maximum`, `usual` unless given. */
export const listLimit = (usual: number, maximum: number) => z._default(digits(1, maximum), usual);

/**
 * Query of a list that pages by cursor: `last_id` is the `next_last_id` of the page before. {@link listLimit} reads the
 * `limit`; what is left empty counts as not given.
 */
export const cursorQuery = {
  limit: givenNumber,
  last_id: z.optional(insteadOf(z.string().check(z.maxLength(CURSOR_MAX)), UNREADABLE)),
};
