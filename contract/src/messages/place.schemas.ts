import * as z from 'zod/mini';
import { anyUsername } from '../accounts/accounts.schemas.ts';

/** The two fields that name a conversation: the id of a room, or the username of the other user of a private chat. */
export const placeFields = {
  group_id: z.optional(z.string().check(z.maxLength(64))),
  recipient: z.optional(anyUsername),
};

type Place = { readonly group_id?: string | undefined; readonly recipient?: string | undefined };

/** Refuses inputs that name both a room and a user, or neither. */
export const isOnePlace = z.refine<Place>(
  ({ group_id: group, recipient }) => (group === undefined) !== (recipient === undefined),
  { path: ['group_id'], error: 'Give either group_id or recipient.' },
);
