import { DRAFTS_MAX, isBlankText, type DraftInput, type MessageDraft } from '@adda/contract/messages';
import type { Database, Queryable, Tx } from '../../../platform/database/index.ts';
import { appError } from '../../../platform/errors.ts';
import { lockPair, lockPeople } from '../../relations/index.ts';
import type {
  ConversationKind,
  ConversationKinds,
  DraftPlace,
  DraftTarget,
  Viewer,
} from '../conversation-kinds.service.ts';
import { lockHeads } from '../members.repository.ts';
import { messageIdOf, messageRefOf } from '../message-id.codec.ts';
import { readMessage } from '../messages.repository.ts';
import {
  listDrafts,
  readDraft,
  removeDraft,
  writeDraft,
  type ListedDraft,
  type StoredDraft,
} from './drafts.repository.ts';

/** Publishes the draft of a user to their main screens, once the transaction has committed. */
export type DraftChanged = (tx: Tx, userId: number, draft: MessageDraft) => void;

type Deps = {
  readonly database: Database;
  readonly kinds: ConversationKinds;
  readonly changed: DraftChanged;
};

/** The unsent texts of users, kept for all their devices (FT-04). */
export type Drafts = ReturnType<typeof createDrafts>;

/** Creates the commands. */
export function createDrafts({ database, kinds, changed }: Deps) {
  return {
    /**
     * Stores a draft and returns it as it is listed, null if it was removed; the same draft again changes nothing. Throws
     * the errors of the route, and `invalid_token` if the account was deleted.
     */
    put: ({ userId, username }: Viewer, input: DraftInput): Promise<MessageDraft | null> =>
      database.transaction(async (tx) => {
        const kind = kinds.named(input.group_id === undefined ? 'direct' : 'room');
        const id = input.group_id ?? input.recipient ?? '';
        const place = await lockPlace(tx, kind, { userId, username }, id);
        const stored = await readDraft(tx, userId, place.target);
        if (isBlankText(input.text)) {
          const updatedAt = stored && (await removeDraft(tx, userId, place.target));
          if (updatedAt) changed(tx, userId, wireOf(place, { text: '', replySequence: null, updatedAt }));
          return null;
        }
        const replySequence = await replyIn(tx, userId, place, input.reply_to);
        if (stored?.text === input.text && stored.replySequence === replySequence)
          return wireOf(place, stored);
        const written = await writeDraft(tx, userId, place.target, { text: input.text, replySequence });
        const draft = wireOf(place, written);
        changed(tx, userId, draft);
        return draft;
      }),

    /** Returns the newest drafts of a user, without those for places where the user may not write now. */
    async list(viewer: Viewer): Promise<MessageDraft[]> {
      const drafts = await listDrafts(database.db, viewer.userId, DRAFTS_MAX);
      const places = new Map<string, DraftPlace>();
      for (const kind of kinds.all()) {
        const found = await kind.listDraftPlaces(database.db, viewer, targetsOf(drafts));
        for (const place of found) places.set(keyOf(place.target), place);
      }
      return drafts.flatMap((draft) => {
        const place = places.get(keyOf(draft.target));
        return place ? [wireOf(place, draft)] : [];
      });
    },
  };
}

/**
 * Returns the place, judged under the lock that a message to it takes: a draft is stored either before the message, which
 * removes it, or after it. Locks in the order of blocks and of the deletion of accounts.
 */
async function lockPlace(tx: Tx, kind: ConversationKind, viewer: Viewer, id: string): Promise<DraftPlace> {
  const found = await kind.findDraftPlace(tx, viewer, id);
  if ('peerId' in found.target) await lockPair(tx, viewer.userId, found.target.peerId);
  if (!(await lockPeople(tx, [viewer.userId]))) throw appError('invalid_token');
  // The first message may have created the conversation before the pair was locked.
  const { target } = 'peerId' in found.target ? await kind.findDraftPlace(tx, viewer, id) : found;
  if (!('conversationId' in target)) return { ...found, target };
  await lockHeads(tx, [target.conversationId]);
  return kind.findDraftPlace(tx, viewer, id);
}

/** Returns the sequence of the quoted message; null unless it is in the conversation and the user may see it. */
async function replyIn(
  db: Queryable,
  viewerId: number,
  { target, isPersonal }: DraftPlace,
  replyTo: string | null | undefined,
): Promise<number | null> {
  const ref = typeof replyTo === 'string' ? messageRefOf(replyTo) : undefined;
  if (!ref || !('conversationId' in target) || ref.conversationId !== target.conversationId) return null;
  const message = await readMessage(db, { ...ref, viewerId, isPersonal });
  return message && !message.isDeleted && message.senderId !== null ? ref.sequence : null;
}

function wireOf(
  { where, target }: DraftPlace,
  { text, replySequence, updatedAt }: StoredDraft,
): MessageDraft {
  const replyTo =
    replySequence === null || !('conversationId' in target)
      ? null
      : messageIdOf(target.conversationId, replySequence);
  return { ...where, text, reply_to: replyTo, updated_at: updatedAt.toISOString() };
}

const keyOf = (target: DraftTarget): string =>
  'peerId' in target ? `peer ${target.peerId}` : `conversation ${target.conversationId}`;

const targetsOf = (drafts: readonly ListedDraft[]) => ({
  conversationIds: drafts.flatMap(({ target }) =>
    'conversationId' in target ? [target.conversationId] : [],
  ),
  peerIds: drafts.flatMap(({ target }) => ('peerId' in target ? [target.peerId] : [])),
});
