import * as z from 'zod/mini';
import { catch as insteadOf } from 'zod/mini';

/** A whole number from a query string. */
export const queryInteger = (minimum: number, maximum: number) =>
  z.coerce.number().check(z.int(), z.minimum(minimum), z.maximum(maximum));

/** `skip` of lists that are paged by offset. */
export const skip = z._default(queryInteger(0, 1_000_000), 0);

/** `page` of lists that are paged by number, from 1. */
export const page = z._default(queryInteger(1, 100_000), 1);

/** `page_size` or `limit` of a list: at most `maximum`, by default `usual`. */
export const pageSize = (usual: number, maximum: number) => z._default(queryInteger(1, maximum), usual);

/** Maximum length of a cursor. It contains the database transactions that were running when its list began. */
export const CURSOR_MAX = 4000;

/** Placeholder for an unreadable value; every parser refuses it. */
const UNREADABLE = '?';

/**
 * An unparsed number in the query of a list that rejects unreadable values with `invalid_parameters`, as the specification
 * requires; {@link digits} parses it.
 */
export const givenNumber = z.optional(insteadOf(z.string().check(z.maxLength(20)), UNREADABLE));

/** An unparsed cursor of such a list. */
export const cursorText = insteadOf(z.string().check(z.maxLength(CURSOR_MAX)), UNREADABLE);

/** A whole number between two limits, as digits only: no sign, decimal point, exponent or space. */
export const digits = (minimum: number, maximum: number) =>
  z.pipe(
    z.pipe(z.string().check(z.regex(/^\d+$/)), z.transform(Number)),
    z.int().check(z.minimum(minimum), z.maximum(maximum)),
  );

/** Parses the `limit` of such a list: at most `maximum`, by default `usual`. */
export const listLimit = (usual: number, maximum: number) => z._default(digits(1, maximum), usual);

/**
 * Query of a list that is paged by cursor: `last_id` is the `next_last_id` of the previous page. {@link listLimit} parses
 * the `limit`; an empty value counts as absent.
 */
export const cursorQuery = {
  limit: givenNumber,
  last_id: z.optional(cursorText),
};
