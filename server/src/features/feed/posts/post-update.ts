import { planId } from '@adda/contract/creators';
import { visibility } from '@adda/contract/feed';
import * as z from 'zod/mini';

/**
 * How a post is to be changed: nothing but these fields, and one of them at least. `plan_id` null or empty is no
 * plan.
 */
const postUpdate = z
  .strictObject({
    is_locked: z.optional(z.boolean()),
    plan_id: z.optional(z.nullable(z.union([planId, z.literal('')]))),
    visibility: z.optional(visibility),
  })
  .check(z.refine((update) => Object.values(update).some((value) => value !== undefined)));

export type PostUpdate = z.output<typeof postUpdate>;

/** Reads the body of an update; undefined for anything that is none. */
export const readPostUpdate = (body: unknown): PostUpdate | undefined => postUpdate.safeParse(body).data;
