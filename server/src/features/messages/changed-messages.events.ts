import { REACTION_NAMES, type Reaction } from '@adda/contract/messages';
import type { Database } from '../../platform/database/index.ts';
import { findChanged, readMessageFor, type ChangedFacts } from './changed-messages.repository.ts';
import type { ConversationKinds, MessageChange } from './conversation-kinds.service.ts';
import type { MessageRef, StoredMessage } from './messages.types.ts';

/** A reader without reactions and blocks, who sees what most members of a room see. */
export const ANY_READER = 0;

type Deps = { readonly database: Database; readonly kinds: ConversationKinds };

/** Publishes a changed message as it is now to all users who may see it; does nothing for a deleted one. */
export type PublishChange = (ref: MessageRef, event: MessageChange['event']) => Promise<void>;

/** Creates the publisher of changed messages, for rooms and private chats (RX-03, ED-02). */
export function createChangePublisher({ database: { db }, kinds }: Deps): PublishChange {
  return async (ref, event) => {
    const facts = await findChanged(db, ref);
    const kind = facts && (await kinds.find(db, ref.conversationId));
    if (!kind) return;
    const { senderId, recipientIds } = facts;
    const seen = await readSeen(ref, facts);
    const versions = [...seen.messageOf.values(), seen.message].map((message) => message?.version ?? 0);
    // The message is read after the facts and may have changed once more in between.
    const revision = Math.max(facts.revision, ...versions);
    await kind.publishChange(db, { ...ref, event, senderId, recipientIds, revision, ...seen });
  };

  /** Reads the message once for most members of a room, and for each user who sees something else. */
  async function readSeen(
    ref: MessageRef,
    { recipientIds, senderId, reactors, apartIds, pairIds }: ChangedFacts,
  ): Promise<Pick<MessageChange, 'message' | 'messageOf'>> {
    const few = recipientIds ? [...new Set([senderId, ...recipientIds])] : pairIds;
    if (few.length > 0) {
      const read = await readMessageFor(db, ref, few);
      return { message: undefined, messageOf: new Map(few.map((userId) => [userId, read.get(userId)])) };
    }
    const read = await readMessageFor(db, ref, [ANY_READER, ...apartIds]);
    const message = read.get(ANY_READER);
    const messageOf = new Map<number, StoredMessage | undefined>();
    for (const { userId, username, emojis } of reactors)
      messageOf.set(
        userId,
        message && { ...message, reactions: withOwn(message.reactions, username, emojis) },
      );
    for (const userId of apartIds) messageOf.set(userId, read.get(userId));
    return { message, messageOf };
  }
}

/** Returns the reactions that a reader without reactions and blocks sees, as a user sees them who reacted. */
export function withOwn(
  reactions: readonly Reaction[],
  username: string,
  emojis: readonly string[],
): Reaction[] {
  return reactions.map((reaction): Reaction => {
    if (!emojis.includes(reaction.emoji)) return reaction;
    const others = reaction.usernames.filter((name) => name !== username);
    return { ...reaction, mine: true, usernames: [username, ...others].slice(0, REACTION_NAMES) };
  });
}
