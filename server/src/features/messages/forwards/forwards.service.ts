import type { ForwardedMessage, ForwardInput, ForwardPlace } from '@adda/contract/messages';
import { afterCommit, type Database, type Tx } from '../../../platform/database/index.ts';
import { appError, ValidationError } from '../../../platform/errors.ts';
import type { WordFilter } from '../../safety/index.ts';
import type { ConversationKinds, Viewer } from '../conversation-kinds.service.ts';
import { lockHeads } from '../members.repository.ts';
import { forwardedIdOf, messageIdOf } from '../message-id.codec.ts';
import { findFirst } from '../messages.repository.ts';
import type { AppendResult, Committed, Draft, SentFiles } from '../messages.types.ts';
import { refuseContent, throwSendRefusal } from '../send.service.ts';
import { storeMessages } from '../writer-connection.repository.ts';
import { readForwardAuthor } from './forwards.repository.ts';
import type { ForwardTarget } from './forwards.types.ts';
import { findOriginal, type Original } from './originals.service.ts';

type Deps = {
  readonly database: Database;
  readonly kinds: ConversationKinds;
  readonly wordFilter: Pick<WordFilter, 'check' | 'report'>;
  /** Called after each commit of messages. */
  readonly stored: () => void;
};

/** Forwarding messages to rooms and private chats (FT-06). */
export type Forwards = ReturnType<typeof createForwards>;

/** A request to forward a message, with its targets. */
type Forward = {
  readonly viewer: Viewer;
  readonly messageId: string;
  readonly targets: readonly ForwardTarget[];
  readonly clientMessageId: string | null;
  /** When the request arrived, in milliseconds of `performance.now()`. */
  readonly arrived: number;
};

/** A message of a forward after its commit. */
type Forwarded = { readonly target: ForwardTarget; readonly committed: Committed<SentFiles> };

/** Creates the command. */
export function createForwards(deps: Deps) {
  const { database, kinds, wordFilter } = deps;
  const store = createForwardStore(deps);

  /** Returns the targets in the order of the request. Throws for a place that is not there or is named twice. */
  async function findTargets(viewer: Viewer, places: readonly ForwardPlace[]): Promise<ForwardTarget[]> {
    const targets: ForwardTarget[] = [];
    for (const place of places)
      for (const kind of kinds.all()) targets.push(...(await kind.findForwardTargets(viewer, place)));
    if (new Set(targets.map(({ key }) => key)).size < targets.length)
      throw new ValidationError([{ loc: ['body', 'to'], msg: 'Name each place once.', type: 'not_unique' }]);
    return targets;
  }

  /** Returns the messages of a forward that was stored before; undefined if one of them is missing. */
  async function findStored(forward: Forward): Promise<ForwardedMessage[] | undefined> {
    const { viewer, targets, clientMessageId } = forward;
    const messages: ForwardedMessage[] = [];
    for (const { place, conversationId } of targets) {
      if (conversationId === undefined) return undefined;
      const sent = { conversationId, senderId: viewer.userId, clientMessageId, content: '' };
      const first = await findFirst(database.db, sent);
      if (!first) return undefined;
      messages.push(answerOf(place, conversationId, first.sequence));
    }
    return messages;
  }

  /** Stores and publishes the messages; throws the refusal of the first one that was not stored. */
  async function storeAll(forward: Forward) {
    try {
      return await database.transaction((tx) => store(tx, forward));
    } catch (error) {
      if (error instanceof RefusedForward) return throwRefusal(error);
      throw error;
    }
  }

  return {
    /**
     * Sends a message that the caller may see to one to five places, all or none, and returns the new messages in the order
     * of the places. Each is a message of the caller under the rules of its place. A retry with the same key returns the
     * messages that were stored first, even if it would be refused now. Throws the errors of the route.
     */
    async forward(viewer: Viewer, messageId: string, { to, forward_key: key }: ForwardInput) {
      const arrived = performance.now();
      const targets = await findTargets(viewer, to);
      const forward = { viewer, messageId, targets, clientMessageId: forwardedIdOf(messageId, key), arrived };
      const before = await findStored(forward);
      if (before) return { messages: before };
      const original = await findOriginal(database.db, kinds, viewer, messageId);
      for (const { authorize } of targets) await authorize();
      judge(wordFilter, original, targets);
      const wait = await takeTurns(targets);
      const meanwhile = wait > 0 ? await findStored(forward) : undefined;
      if (meanwhile) return { messages: meanwhile };
      if (wait > 0) throw appError('sending_too_fast', { retry_after: wait });
      const { stored, flagged } = await storeAll(forward);
      report(wordFilter, stored, flagged);
      const messages = stored.map(({ target, committed: { draft, sequence } }) =>
        answerOf(target.place, draft.conversationId, sequence),
      );
      return { messages };
    },
  };
}

/**
 * Creates the transaction of a forward: it stores all messages and publishes them after the commit, or throws and stores
 * none. The conversation of the original is locked with those of the targets, so that neither the original nor its files are
 * removed before the commit.
 */
function createForwardStore({ kinds, wordFilter, stored: onStored }: Deps) {
  /** Locks everything that a forward depends on; returns the conversations of the targets. */
  async function lock(tx: Tx, targets: readonly ForwardTarget[], original: Original): Promise<number[]> {
    const inOrder = targets.toSorted((one, other) => (one.key < other.key ? -1 : 1));
    for (const target of inOrder) await target.lock(tx);
    const conversationIds: number[] = [];
    for (const target of targets) conversationIds.push(await target.open(tx));
    await lockHeads(tx, [...conversationIds, original.ref.conversationId]);
    return conversationIds;
  }

  return async (tx: Tx, { viewer, messageId, targets, clientMessageId, arrived }: Forward) => {
    const seen = await findOriginal(tx, kinds, viewer, messageId);
    const conversationIds = await lock(tx, targets, seen);
    const original = await findOriginal(tx, kinds, viewer, messageId);
    const flagged = judge(wordFilter, original, targets);
    const forward = await readForwardAuthor(tx, original.authorId, conversationIds);
    const drafts = targets.map(({ contentOf }, index): Draft => {
      const { image, recording } = original.files;
      return {
        ...contentOf(original),
        conversationId: conversationIds[index] ?? 0,
        senderId: viewer.userId,
        clientMessageId,
        imageId: image?.id ?? null,
        audioId: recording?.id ?? null,
        forwardedFromId: original.authorId,
        isBare: original.isBare,
      };
    });
    const results = await storeMessages(tx, drafts);
    const stored = targets.flatMap((target, index): Forwarded[] => {
      const [draft, result] = [drafts[index], results[index]];
      if (!draft || !result) return [];
      if (!isPlaced(result)) throw new RefusedForward(target, result.status);
      return [{ target, committed: { ...result, draft, context: original.files, forward } }];
    });
    afterCommit(tx, () => {
      const seconds = (performance.now() - arrived) / 1000;
      for (const { target, committed } of stored) target.publish(committed, seconds);
      onStored();
    });
    return { stored, flagged };
  };
}

type Placed = Extract<AppendResult, { sequence: number }>;

const isPlaced = (result: AppendResult): result is Placed =>
  result.status === 'stored' || result.status === 'repeated';

/** Rolls a forward back of which one message was refused. */
class RefusedForward extends Error {
  override name = 'RefusedForward';
  readonly target: ForwardTarget;
  readonly status: Exclude<AppendResult, Placed>['status'];

  constructor(target: ForwardTarget, status: Exclude<AppendResult, Placed>['status']) {
    super(`A forwarded message was not stored: ${status}.`);
    this.target = target;
    this.status = status;
  }
}

/** Throws the error that sending to the place has for the same reason. */
const throwRefusal = ({ target, status }: RefusedForward): Promise<never> =>
  throwSendRefusal(status, target.throwRefusal);

/** Returns the listed words of the message, which are reported. Throws `message_too_long` or `words_refused`. */
function judge(
  wordFilter: Pick<WordFilter, 'check'>,
  original: Original,
  targets: readonly ForwardTarget[],
): readonly string[] {
  for (const { contentOf } of targets) {
    const refusal = refuseContent(contentOf(original).content, true);
    if (refusal) throw appError(refusal);
  }
  return wordFilter.check(original.content);
}

/** Returns the seconds until the message may be sent to all targets; 0 takes the turn of each. */
async function takeTurns(targets: readonly ForwardTarget[]): Promise<number> {
  for (const { takeTurn } of targets) {
    const wait = await takeTurn();
    if (wait > 0) return wait;
  }
  return 0;
}

/** Reports the listed words of each message that was stored just now. */
function report(
  wordFilter: Pick<WordFilter, 'report'>,
  stored: readonly Forwarded[],
  words: readonly string[],
): void {
  for (const { target, committed } of stored) {
    const { status, draft, sequence } = committed;
    if (status === 'repeated' || draft.senderId === null) continue;
    const messageId = messageIdOf(draft.conversationId, sequence);
    const { groupId } = target;
    wordFilter.report({
      userId: draft.senderId,
      words,
      messageId,
      ...(groupId !== undefined && { groupId }),
    });
  }
}

const answerOf = (place: ForwardPlace, conversationId: number, sequence: number): ForwardedMessage => ({
  ...place,
  _id: messageIdOf(conversationId, sequence),
  sequence,
});
