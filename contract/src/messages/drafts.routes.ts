import * as z from 'zod/mini';
import { groupId, timestamp } from '../kernel/ids.ts';
import { defineRoutes } from '../kernel/route.ts';
import { MESSAGE_MAX_LENGTH } from './messages.limits.ts';
import { replyTo } from './messages.schemas.ts';
import { isOnePlace, placeFields } from './place.schemas.ts';

const draftFields = {
  /** At most `MESSAGE_MAX_LENGTH` characters; empty in an event about a removed draft. */
  text: z.string(),
  /** Id of the message that the draft replies to, as the device stored it; null for none. */
  reply_to: z.nullable(z.string()),
  /** Time of the change. Of two states of one draft, the one with the later time is newer. */
  updated_at: timestamp,
};

/** The unsent text of a user for a room, or for a private chat with the user named by `recipient` (FT-04). */
export const messageDraft = z.union([
  z.object({ group_id: groupId, ...draftFields }),
  z.object({ recipient: z.string(), ...draftFields }),
]);

/** Body of storing a draft: one place, and the text, which removes the draft if it is blank (FT-04). */
export const draftInput = z
  .strictObject({
    ...placeFields,
    text: z.string().check(z.maxLength(MESSAGE_MAX_LENGTH)),
    reply_to: replyTo,
  })
  .check(isOnePlace);

/** Drafts of the caller, on all devices. */
export const draftsRoutes = defineRoutes({
  'PUT /drafts': {
    summary:
      'Store the text that the caller is writing in a room or private chat; a blank text removes it (FT-04).',
    access: 'session',
    rate: 'draft',
    body: draftInput,
    output: z.object({ draft: z.nullable(messageDraft) }),
    errors: [
      'invalid_group_id',
      'group_not_found',
      'cannot_chat_with_self',
      'user_not_found',
      'blocked_by_user',
    ],
  },
  'GET /drafts': {
    summary:
      'The caller’s drafts, the newest first, without those for places where they may not write (FT-04).',
    access: 'session',
    rate: 'read',
    output: z.object({ drafts: z.array(messageDraft) }),
    errors: [],
  },
});

export type MessageDraft = z.output<typeof messageDraft>;
export type DraftInput = z.output<typeof draftInput>;
