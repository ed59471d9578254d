import * as z from 'zod/mini';

/** A whole number that arrives as a query string. */
export const queryInteger = (minimum: number, maximum: number) =>
  z.coerce.number().check(z.int(), z.minimum(minimum), z.maximum(maximum));

/** `skip` of lists that page by offset. */
export const skip = z._default(queryInteger(0, 1_000_000), 0);

/** `page` of lists that page by number, from 1. */
export const page = z._default(queryInteger(1, 100_000), 1);

/** `page_size` or `limit` of a list: at most `maximum`, `usual` unless named. */
export const pageSize = (usual: number, maximum: number) => z._default(queryInteger(1, maximum), usual);

/**
 * Query of a list that pages by cursor: `last_id` is the `next_last_id` of the page before. Taken as they come; what
 * can't be read is answered with `invalid_parameters`, as the specification words it.
 */
export const cursorQuery = {
  limit: z.optional(z.string().check(z.maxLength(10))),
  last_id: z.optional(z.string().check(z.maxLength(300))),
};
