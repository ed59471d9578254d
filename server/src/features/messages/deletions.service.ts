import type { Database, Queryable, Tx } from '../../platform/database/index.ts';
import type { MessageActivity } from './activity/message-activity.service.ts';
import type { ConversationKind, DeletedMessages, DeletionShare } from './conversation-kinds.service.ts';
import * as deletions from './deletions.repository.ts';
import type { Deletable, MessageRemoval } from './deletions.repository.ts';
import type { MessageRef } from './messages.types.ts';
import type { ConversationKinds } from './conversation-kinds.service.ts';
import * as members from './members.repository.ts';
import { clearFor, hide, skipRevision } from './personal-deletions.repository.ts';

/** Most own messages that one event lists; after a larger clearing the clients of the peer catch up instead. */
type ClearOptions = { readonly namedAtMost: number };

/** Publishes deletions to the users who could read the messages, and tells those who have items about them (NT-01). */
type PublishDeleted = (tx: Tx, kind: ConversationKind, deleted: DeletedMessages) => Promise<void>;

type ClearIn = (
  tx: Tx,
  kind: ConversationKind,
  userId: number,
  conversationId: number,
  options: ClearOptions,
) => Promise<number>;

/** Deleting messages of rooms and private chats. */
export type Deletions = ReturnType<typeof createDeletions>;

/**
 * Creates the commands (SV-37, SV-43, SV-49). They lock the conversations of their messages before they decide, so that a
 * decision holds until the commit.
 */
export function createDeletions(
  database: Database,
  kinds: ConversationKinds,
  activity: Pick<MessageActivity, 'deleted'>,
) {
  const publish: PublishDeleted = async (tx, kind, deleted) => {
    await activity.deleted(tx, deleted);
    await kind.publishDeleted(tx, deleted);
  };
  const clearIn: ClearIn = (tx, ...cleared) => clearForUser(tx, publish, ...cleared);
  return {
    /**
     * Deletes messages, all of them or none. `judge` returns the messages that the caller may delete of each
     * conversation and throws otherwise. It is called twice: before the locks, so that a refused call delays no
     * conversation, and under them. Returns how many messages were not deleted before.
     */
    async deleteSome(
      kind: ConversationKind,
      userId: number,
      conversationIds: readonly number[],
      judge: (db: Queryable) => Promise<readonly DeletionShare[]>,
    ): Promise<number> {
      await judge(database.db);
      return database.transaction(async (tx) => {
        await members.lockHeads(tx, conversationIds);
        let count = 0;
        for (const share of await judge(tx)) count += await deleteShare(tx, publish, kind, share, userId);
        return count;
      });
    },

    /**
     * Deletes all messages of a conversation for all members. `authorize` runs under the lock, throws for callers
     * without the right, and writes the audit entry. Returns how many messages were not deleted before.
     */
    clear(
      kind: ConversationKind,
      userId: number,
      conversationId: number,
      {
        authorize,
        audit,
      }: { authorize: (tx: Tx) => Promise<void>; audit: (tx: Tx, count: number) => Promise<void> },
    ): Promise<number> {
      return database.transaction(async (tx) => {
        await members.lockHeads(tx, [conversationId]);
        await authorize(tx);
        const { count, ...deleted } = await deletions.clear(tx, conversationId);
        await audit(tx, count);
        const cleared = { to: deleted.clearedTo, isPeerAffected: true };
        await publish(tx, kind, { ...deleted, conversationId, messages: [], userId, cleared });
        return count;
      });
    },

    /**
     * Clears a private chat for one user: own messages are deleted for both, the others are hidden from the caller.
     * Returns how many messages the caller saw before.
     */
    clearOwn: (
      kind: ConversationKind,
      userId: number,
      conversationId: number,
      options: ClearOptions,
    ): Promise<number> =>
      database.transaction(async (tx) => {
        await members.lockHeads(tx, [conversationId]);
        return clearIn(tx, kind, userId, conversationId, options);
      }),

    /** Does the same in the transaction of the caller, who holds the lock of the conversation. */
    clearIn,

    ...createRemovals(kinds, publish),
  };
}

async function clearForUser(
  tx: Tx,
  publish: PublishDeleted,
  kind: ConversationKind,
  userId: number,
  conversationId: number,
  { namedAtMost }: ClearOptions,
): Promise<number> {
  const cleared = await clearFor(tx, conversationId, userId);
  if (cleared.count === 0) return 0;
  const isNamed = cleared.ownSequences.length <= namedAtMost;
  // Without a list, the peer's clients receive a revision that is ahead by two, and therefore catch up.
  const revision = isNamed ? cleared.revision : await skipRevision(tx, conversationId);
  await publish(tx, kind, {
    conversationId,
    revision,
    clearedTo: 0,
    messages: isNamed
      ? cleared.ownSequences.map((sequence) => ownMessage(conversationId, sequence, userId))
      : [],
    userId,
    cleared: { to: cleared.clearedTo, isPeerAffected: cleared.ownSequences.length > 0 },
  });
  return cleared.count;
}

async function deleteShare(
  tx: Tx,
  publish: PublishDeleted,
  kind: ConversationKind,
  share: DeletionShare,
  userId: number,
): Promise<number> {
  const { conversationId, forCaller } = share;
  const present = share.forAll.filter((message) => !message.isDeleted);
  if (present.length + forCaller.length === 0) return 0;
  const sequences = present.map((message) => message.sequence);
  const deleted = await deletions.markDeleted(tx, { conversationId, sequences, deletedBy: userId });
  if (forCaller.length > 0)
    await hide(tx, { conversationId, userId, sequences: forCaller, revision: deleted.revision });
  await share.audit?.(tx);
  const what = { ...deleted, conversationId, messages: present, hiddenSequences: forCaller, userId };
  await publish(tx, kind, what);
  return present.length + forCaller.length;
}

/** Deletions that are not a command of the user: by administrators, and when an account is deleted. */
function createRemovals(kinds: ConversationKinds, publish: PublishDeleted) {
  return {
    /**
     * Removes a message of a user, possibly a whisper, on behalf of an administrator (SV-49). Returns false if it was
     * already deleted or is not a message of this user.
     */
    async remove(tx: Tx, { ref, senderId, removedBy }: MessageRemoval): Promise<boolean> {
      const { conversationId } = ref;
      const kind = await kinds.find(tx, conversationId);
      if (!kind) return false;
      await members.lockHeads(tx, [conversationId]);
      const found = await deletions.findDeletable(tx, [ref], senderId);
      const message = found.find((each) => each.senderId === senderId && !each.isDeleted);
      if (!message) return false;
      const sequences = [message.sequence];
      const deleted = await deletions.markDeleted(tx, { conversationId, sequences, deletedBy: removedBy });
      await publish(tx, kind, { ...deleted, conversationId, messages: [message], userId: senderId });
      return true;
    },

    /** Deletes messages of a user whose account is deleted; all of them are in one conversation (SV-104). */
    async removeOwn(tx: Tx, userId: number, messages: readonly Deletable[]): Promise<void> {
      const conversationId = messages[0]?.conversationId;
      if (conversationId === undefined) return;
      await members.lockHeads(tx, [conversationId]);
      const present = messages.filter((message) => !message.isDeleted);
      const sequences = present.map((message) => message.sequence);
      const deleted = await deletions.markDeleted(tx, { conversationId, sequences, deletedBy: userId });
      const kind = present.length > 0 ? await kinds.find(tx, conversationId) : undefined;
      if (kind) await publish(tx, kind, { ...deleted, conversationId, messages: present, userId });
    },
  };
}

const ownMessage = (conversationId: number, sequence: number, senderId: number): Deletable => ({
  conversationId,
  sequence,
  senderId,
  recipientIds: null,
  isDeleted: false,
});

/** Returns the ids of the conversations of the messages, each once. */
export const conversationsOf = (refs: readonly MessageRef[]): number[] => [
  ...new Set(refs.map((ref) => ref.conversationId)),
];
