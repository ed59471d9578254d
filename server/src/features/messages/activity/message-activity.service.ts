import type { Logger } from 'pino';
import { createBatchWriter, type Database, type Tx } from '../../../platform/database/index.ts';
import type { ActivitySource, ActivityTeller, ResolvedActivity } from '../../activity/index.ts';
import type { DeletedMessages } from '../conversation-kinds.service.ts';
import { messageIdOf } from '../message-id.codec.ts';
import type { Committed, MessageRef } from '../messages.types.ts';
import { shortTextOf } from './short-text.policy.ts';
import {
  listReactedBy,
  listUnseenItems,
  readToldMessages,
  type ToldMessage,
} from './message-activity.repository.ts';
import {
  listItemsIn,
  listItemsOf,
  listItemsOfLeft,
  listNamed,
  markSeen,
  type ItemOfUser,
  type Left,
  type ReadPlace,
} from './told-items.repository.ts';

type Deps = {
  readonly database: Database;
  /** Undefined in a program without activity. */
  readonly teller: ActivityTeller | undefined;
  readonly logger: Logger;
};

/** A message that a transaction changes, with its sender. */
type OfSender = MessageRef & { readonly senderId: number };

/** A reaction to a message, which `senderId` wrote. */
export type NewReaction = OfSender & { readonly userId: number };

/** What happens to users in messages: mentions, replies and reactions (NT-01). */
export type MessageActivity = ReturnType<typeof createMessageActivity>;

const idOf = ({ conversationId, sequence }: MessageRef): string => messageIdOf(conversationId, sequence);
const subjectOf = (ref: MessageRef) => ({ type: 'message', id: idOf(ref) }) as const;

/**
 * Creates what tells of messages. The items of new messages are stored with them by `note_message_activity`, so here only the
 * main screens are told, apart from the commit; all other changes are told in their own transactions.
 */
export function createMessageActivity({ database, teller, logger }: Deps) {
  /** Returns a function that looks for items after a commit, those of many calls together, and shows them. */
  function later<T>(how: 'told' | 'changed', find: (tx: Tx, given: readonly T[]) => Promise<ItemOfUser[]>) {
    const writer = createBatchWriter<T, undefined>({
      database,
      async execute(tx, given) {
        teller?.show(tx, await find(tx, given), how);
        return given.map(() => undefined);
      },
    });
    const failed = (error: unknown): void =>
      logger.error({ err: error }, 'activity of messages could not be shown; it is listed all the same');
    const submit = (given: T): void => {
      if (teller) writer.submit(given).catch(failed);
    };
    return { submit, idle: writer.idle };
  }

  const stored = later<string>('told', listItemsOf);
  const read = later<ReadPlace>('changed', markSeen);
  const left = later<Left>('changed', async (tx, all) => {
    const items: ItemOfUser[] = [];
    for (const each of all) items.push(...(await listItemsOfLeft(tx, each)));
    return items;
  });
  const changed = async (tx: Tx, messageIds: readonly string[]): Promise<void> =>
    teller?.changed(
      tx,
      messageIds.map((id) => ({ type: 'message', id })),
    );

  return {
    /** Reads the items of messages. */
    source,

    /** Tells of messages that were just stored, after their commit. Returns at once. */
    stored(batch: readonly Committed<unknown>[]): void {
      for (const { draft, sequence } of batch)
        if ((draft.replyTo ?? null) !== null || draft.mentionIds?.length)
          stored.submit(messageIdOf(draft.conversationId, sequence));
    },

    /** Call after the commit when read positions moved: mentions and replies up to them are seen. Returns at once. */
    read: (places: readonly ReadPlace[]): void => places.forEach(read.submit),

    /** Call after the commit when users are no members of a room any more: they see nothing of it. Returns at once. */
    left: left.submit,

    /** Tells the authors of messages of reactions (RX-01), and of those that were taken back. */
    async reacted(tx: Tx, added: readonly NewReaction[], takenBack: readonly MessageRef[]): Promise<void> {
      const happened = added.map(({ senderId, userId, ...message }) => ({
        userId: senderId,
        kind: 'emoji_reaction' as const,
        subject: subjectOf(message),
        actorId: userId,
      }));
      if (happened.length > 0) await teller?.tell(tx, happened);
      if (takenBack.length > 0) await changed(tx, takenBack.map(idOf));
    },

    /** Tells of an edit: members whom the message names now are told like those of a new one, others lose theirs (ED-01). */
    async edited(tx: Tx, message: OfSender, mentionIds: readonly number[]): Promise<void> {
      const subject = subjectOf(message);
      const actorId = message.senderId;
      const named = mentionIds.length > 0 ? await listNamed(tx, subject.id) : new Set();
      const happened = mentionIds
        .filter((userId) => !named.has(userId))
        .map((userId) => ({ userId, kind: 'mention' as const, subject, actorId }));
      if (happened.length > 0) await teller?.tell(tx, happened);
      await changed(tx, [subject.id]);
    },

    /** Tells of messages that were deleted or hidden, or of the newest ones of a conversation that was cleared. */
    async deleted(
      tx: Tx,
      { conversationId, messages, hiddenSequences = [], cleared }: DeletedMessages,
    ): Promise<void> {
      if (cleared) return teller?.show(tx, await listItemsIn(tx, conversationId), 'changed');
      const sequences = [...messages.map(({ sequence }) => sequence), ...hiddenSequences];
      await changed(
        tx,
        sequences.map((sequence) => messageIdOf(conversationId, sequence)),
      );
    },

    /** Resolves when everything is told. Call before the database closes. */
    async close(): Promise<void> {
      await Promise.all([stored.idle(), read.idle(), left.idle()]);
    },
  };
}

const source: ActivitySource = {
  kinds: ['mention', 'reply', 'emoji_reaction'],
  async resolve(db, readerId, items) {
    const subjects = new Map(items.map(({ id, subjectId }) => [id, subjectId]));
    const read = await readToldMessages(db, readerId, items);
    return new Map(read.map((told) => [told.id, resolvedOf(told, subjects.get(told.id) ?? '')]));
  },
  listUnseen: listUnseenItems,
  async listSubjectsBy(db, actorId, limit) {
    const refs = await listReactedBy(db, actorId, limit);
    return refs.map(subjectOf);
  },
};

function resolvedOf(told: ToldMessage, id: string): ResolvedActivity {
  const { actorIds, actorCount, emojis, groupId, peerName, isSeen } = told;
  return {
    actorIds,
    actorCount,
    subject: {
      type: 'message',
      id,
      ...(groupId !== null && { group_id: groupId }),
      ...(peerName !== null && { username: peerName }),
    },
    excerpt: [...new Set(emojis)].join('') + (emojis.length > 0 ? ' ' : '') + shortTextOf(told),
    isSeen,
  };
}
