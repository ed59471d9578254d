import { REACTION_EVENT_INTERVAL_MS, REACTION_NAMES, type Reaction } from '@adda/contract/messages';
import type { Logger } from 'pino';
import type { Database } from '../../../platform/database/index.ts';
import type { ConversationKinds, MessageChange } from '../conversation-kinds.service.ts';
import type { MessageRef } from '../deletions.repository.ts';
import { messageIdOf } from '../message-id.codec.ts';
import { findReacted, readReactions, type ReactedMessage } from './reactions.repository.ts';

type Options<Subject> = {
  readonly intervalMs: number;
  readonly keyOf: (subject: Subject) => string;
  /** Publishes the current state of the subject. */
  readonly publish: (subject: Subject) => Promise<void>;
  readonly failed: (error: unknown) => void;
};

/**
 * Creates a publisher for changes of many subjects: the first change of a subject is published immediately, later ones
 * are joined and published at most once every `intervalMs` milliseconds (RX-03).
 */
export function createJoinedPublisher<Subject>({ intervalMs, keyOf, publish, failed }: Options<Subject>) {
  /** Subjects that were published within the interval. `isDue`: it has changed since. */
  const recent = new Map<string, { timer: NodeJS.Timeout; isDue: boolean; running: Promise<void> }>();

  const publishSafely = (subject: Subject): Promise<void> => publish(subject).catch(failed);

  function begin(subject: Subject, key: string, earlier?: Promise<void>): void {
    const entry = {
      isDue: false,
      // Waits for an earlier publication that takes longer than the interval, so that clients get the states in order.
      running: earlier ? earlier.then(() => publishSafely(subject)) : publishSafely(subject),
      timer: setTimeout(() => {
        recent.delete(key);
        if (entry.isDue) begin(subject, key, entry.running);
      }, intervalMs).unref(),
    };
    recent.set(key, entry);
  }

  return {
    changed(subject: Subject): void {
      const key = keyOf(subject);
      const entry = recent.get(key);
      if (entry) entry.isDue = true;
      else begin(subject, key);
    },

    /** Drops pending publications, which clients get by catch-up (RX-05). Resolves when none is in progress. */
    async close(): Promise<void> {
      const entries = [...recent.values()];
      recent.clear();
      for (const { timer } of entries) clearTimeout(timer);
      await Promise.all(entries.map(({ running }) => running));
    },
  };
}

/** User id 0 in {@link readReactions}: a viewer without reactions and blocks. */
const ANY_VIEWER = 0;

type Deps = { readonly database: Database; readonly kinds: ConversationKinds; readonly logger: Logger };

/** Creates the publisher of changed reactions (RX-03). `changed` is called after the commit of a change. */
export function createReactionEvents({ database, kinds, logger }: Deps) {
  /** Publishes the current reactions to a message. */
  async function publish(ref: MessageRef): Promise<void> {
    const { db } = database;
    const message = await findReacted(db, ref);
    const kind = message && (await kinds.find(db, ref.conversationId));
    if (kind) await kind.publishChange(db, await changeOf(ref, message));
  }

  /**
   * Reads the reactions for each kind of viewer: users with a block see fewer, and users who reacted see their own
   * first.
   */
  async function changeOf(ref: MessageRef, message: ReactedMessage): Promise<MessageChange> {
    const hidden = message.blockedMembers.filter((member) => member.isSenderBlocked);
    const apart = message.blockedMembers.filter((member) => !member.isSenderBlocked);
    const read = await readReactions(database.db, ref, [ANY_VIEWER, ...apart.map(({ userId }) => userId)]);
    const reactions = read.get(ANY_VIEWER) ?? [];
    const { senderId, recipientIds, revision } = message;
    const { conversationId, sequence } = ref;
    const payloadWith = (seen: readonly Reaction[]) => ({
      message_id: messageIdOf(conversationId, sequence),
      sequence,
      reactions: [...seen],
      revision,
    });
    const payloadOf = new Map<number, ReturnType<typeof payloadWith> | undefined>();
    for (const { userId, username, emojis } of message.reactors)
      payloadOf.set(userId, payloadWith(withOwn(reactions, username, emojis)));
    for (const { userId } of apart) payloadOf.set(userId, payloadWith(read.get(userId) ?? []));
    for (const { userId } of hidden) payloadOf.set(userId, undefined);
    const event = 'message_reactions';
    const payload = payloadWith(reactions);
    return { conversationId, sequence, senderId, recipientIds, event, payload, payloadOf };
  }

  return createJoinedPublisher<MessageRef>({
    intervalMs: REACTION_EVENT_INTERVAL_MS,
    keyOf: ({ conversationId, sequence }) => messageIdOf(conversationId, sequence),
    publish,
    failed: (error) => logger.error({ err: error }, 'changed reactions could not be published'),
  });
}

function withOwn(reactions: readonly Reaction[], username: string, emojis: readonly string[]): Reaction[] {
  return reactions.map((reaction) => {
    if (!emojis.includes(reaction.emoji)) return reaction;
    const others = reaction.usernames.filter((name) => name !== username);
    return { ...reaction, mine: true, usernames: [username, ...others].slice(0, REACTION_NAMES) };
  });
}
