import type { ReactInput, Reaction } from '@adda/contract/messages';
import { REACTION_PEOPLE_PAGE, REACTIONS_MAX } from '@adda/contract/messages';
import type { Logger } from 'pino';
import { afterCommit, createBatchWriter, type Database, type Tx } from '../../../platform/database/index.ts';
import { appError, type AppError } from '../../../platform/errors.ts';
import type { MessageActivity } from '../activity/message-activity.service.ts';
import { noteChanges } from '../change-log.repository.ts';
import { ANY_READER, withOwn, type PublishChange } from '../changed-messages.events.ts';
import { findChanged } from '../changed-messages.repository.ts';
import { conversationsOf } from '../deletions.service.ts';
import type { Viewer } from '../conversation-kinds.service.ts';
import type { ConversationKinds } from '../conversation-kinds.service.ts';
import { lockHeads } from '../members.repository.ts';
import { messageIdOf, messageRefOf } from '../message-id.codec.ts';
import type { MessageRef } from '../messages.types.ts';
import { timedOut } from '../send.service.ts';
import { readMessage } from '../messages.repository.ts';
import { emojiOf } from './emoji.codec.ts';
import {
  applyReactions,
  findTargets,
  listReactionPeople,
  readReactions,
  type ReactCommand,
  type ReactTarget,
} from './reactions.repository.ts';
import { createReactionEvents } from './reactions.events.ts';

type Deps = {
  readonly database: Database;
  readonly kinds: ConversationKinds;
  readonly publish: PublishChange;
  readonly logger: Logger;
  readonly activity: Pick<MessageActivity, 'reacted'>;
};

/** The reactions as the user sees them after the command, or why it was refused. */
type Outcome = { readonly reactions: readonly Reaction[] } | { readonly refusal: AppError };

/** From this many users at once, what most of them see is read once. */
const SHARED_READ_FROM = 3;

const keyOf = ({ conversationId, sequence }: MessageRef): string => messageIdOf(conversationId, sequence);

/** Returns the messages, each once. */
const messagesOf = (refs: readonly MessageRef[]): MessageRef[] => [
  ...new Map(
    refs.map(({ conversationId, sequence }) => [
      messageIdOf(conversationId, sequence),
      { conversationId, sequence },
    ]),
  ).values(),
];

/** Emoji reactions to messages of rooms and private chats (RX-01 to RX-05). */
export type Reactions = ReturnType<typeof createReactions>;

/** Creates the commands. Concurrent reactions of many users share transactions, as messages do. */
export function createReactions({ database, kinds, publish, logger, activity }: Deps) {
  const publisher = createReactionEvents(publish, logger);
  const writer = createBatchWriter<ReactCommand, Outcome>({ database, execute });

  async function execute(tx: Tx, commands: readonly ReactCommand[]): Promise<Outcome[]> {
    await lockHeads(tx, conversationsOf(commands));
    const targets = await findTargets(tx, commands);
    const refusals = judge(commands, targets);
    const accepted = commands.filter((_command, index) => refusals[index] === undefined);
    if (accepted.length > 0) {
      const applied = await applyReactions(tx, lastOfEach(accepted));
      const changed = await noteChanges(tx, 'reaction', messagesOf(applied));
      const [added, takenBack] = [applied.filter(({ on }) => on), applied.filter(({ on }) => !on)];
      await activity.reacted(tx, added, messagesOf(takenBack));
      if (changed.length > 0) afterCommit(tx, () => changed.forEach(publisher.changed));
    }
    const adminIds = new Set(
      commands.flatMap(({ userId }, index) => (targets[index]?.isAdmin ? [userId] : [])),
    );
    const seen = await readSeen(tx, accepted, adminIds);
    return commands.map((command, index) => {
      const refusal = refusals[index];
      if (refusal !== undefined) return { refusal };
      return { reactions: seen.get(keyOf(command))?.get(command.userId) ?? [] };
    });
  }

  async function findReadable(viewer: Viewer, messageId: string) {
    const ref = messageRefOf(messageId);
    const kind = ref && (await kinds.find(database.db, ref.conversationId));
    const conversation = kind && (await kind.findReadable(database.db, ref.conversationId, viewer));
    const { userId: viewerId } = viewer;
    const message =
      conversation &&
      (await readMessage(database.db, { ...ref, viewerId, isPersonal: conversation.isPersonal }));
    if (!message || message.isDeleted) throw appError('message_not_found');
    return { ref, message };
  }

  return {
    /**
     * Adds or removes a reaction and returns the reactions as the caller sees them; repeating the call changes nothing.
     * Throws `invalid_emoji`, `message_not_found`, `not_a_member`, `not_possible`, `reactions_full`, `timed_out` or
     * `account_suspended`.
     */
    async react({ userId }: Viewer, messageId: string, { emoji: given, on }: ReactInput) {
      const emoji = emojiOf(given);
      if (emoji === undefined) throw appError('invalid_emoji');
      const ref = messageRefOf(messageId);
      if (!ref) throw appError('message_not_found');
      const outcome = await writer.submit({ ...ref, userId, emoji, on });
      if ('refusal' in outcome) throw outcome.refusal;
      return { message_id: messageId, reactions: [...outcome.reactions] };
    },

    /** Returns a page of the users who reacted. Throws `message_not_found` or `invalid_parameters`. */
    async listPeople(
      viewer: Viewer,
      messageId: string,
      query: { readonly emoji?: string | undefined; readonly cursor?: string | undefined },
    ) {
      const before = query.cursor === undefined ? undefined : Number.parseInt(query.cursor, 36);
      if (before !== undefined && !Number.isSafeInteger(before)) throw appError('invalid_parameters');
      const { ref } = await findReadable(viewer, messageId);
      const emoji = query.emoji === undefined ? undefined : (emojiOf(query.emoji) ?? query.emoji);
      const request = { viewerId: viewer.userId, emoji, before, limit: REACTION_PEOPLE_PAGE + 1 };
      const found = await listReactionPeople(database.db, ref, request);
      const page = found.slice(0, REACTION_PEOPLE_PAGE);
      const last = found.length > page.length ? page.at(-1) : undefined;
      return {
        people: page.map(({ id: _id, ...person }) => person),
        next_cursor: last ? last.id.toString(36) : null,
      };
    },

    /** Resolves when everything that was accepted is committed and published. */
    async close(): Promise<void> {
      await writer.idle();
      await publisher.close();
    },
  };
}

/** Returns the reactions to the messages of the commands, as each of their users sees them: by message and user. */
async function readSeen(
  tx: Tx,
  commands: readonly ReactCommand[],
  adminIds: ReadonlySet<number>,
): Promise<ReadonlyMap<string, ReadonlyMap<number, readonly Reaction[]>>> {
  const byMessage = Map.groupBy(commands, keyOf);
  const seen = new Map<string, ReadonlyMap<number, readonly Reaction[]>>();
  for (const [key, ofMessage] of byMessage) {
    const viewerIds = [...new Set(ofMessage.map(({ userId }) => userId))];
    const [ref] = ofMessage;
    if (ref) seen.set(key, await readSeenBy(tx, ref, viewerIds, adminIds));
  }
  return seen;
}

/** Most users of a room see the same apart from their own: what they see is read once. */
async function readSeenBy(
  tx: Tx,
  ref: ReactCommand,
  viewerIds: readonly number[],
  adminIds: ReadonlySet<number>,
): Promise<ReadonlyMap<number, readonly Reaction[]>> {
  const facts = viewerIds.length >= SHARED_READ_FROM ? await findChanged(tx, ref) : undefined;
  if (!facts) return readReactions(tx, ref, viewerIds);
  const apart = new Set([...facts.apartIds, ...adminIds]);
  const read = await readReactions(tx, ref, [ANY_READER, ...viewerIds.filter((id) => apart.has(id))]);
  const reactorOf = new Map(facts.reactors.map((reactor) => [reactor.userId, reactor]));
  const ofMost = read.get(ANY_READER) ?? [];
  return new Map(
    viewerIds.map((id) => {
      const { username = '', emojis = [] } = reactorOf.get(id) ?? {};
      return [id, apart.has(id) ? (read.get(id) ?? []) : withOwn(ofMost, username, emojis)];
    }),
  );
}

/** Returns the refusal of each command, in their order; earlier commands of the batch count towards the limit. */
function judge(commands: readonly ReactCommand[], targets: readonly ReactTarget[]): (AppError | undefined)[] {
  const emojisOf = new Map<string, Set<string>>();
  return commands.map((command, index) => {
    const target = targets[index];
    if (!target?.isVisible) return appError('message_not_found');
    if (!target.isMember) return appError('not_a_member');
    if (target.isSuspended) return appError('account_suspended');
    if (target.timeoutUntil) return timedOut(target.timeoutUntil);
    if (target.isNotice) return appError('not_possible');
    const key = keyOf(command);
    const emojis = emojisOf.get(key) ?? new Set(target.emojis);
    emojisOf.set(key, emojis);
    if (!command.on || emojis.has(command.emoji)) return undefined;
    if (emojis.size >= REACTIONS_MAX) return appError('reactions_full');
    emojis.add(command.emoji);
    return undefined;
  });
}

/** Returns the last one of several commands about the same reaction of a user. */
function lastOfEach(commands: readonly ReactCommand[]): ReactCommand[] {
  const last = new Map<string, ReactCommand>();
  for (const command of commands) {
    const { conversationId, sequence, userId, emoji } = command;
    last.set(`${conversationId} ${sequence} ${userId} ${emoji}`, command);
  }
  return [...last.values()];
}
