import type { ErrorCode } from '@adda/contract';
import { EDIT_INTERVAL_MS, isBlankText, isLongRequest, type EditInput } from '@adda/contract/messages';
import type { Logger } from 'pino';
import { afterCommit, type Database, type Tx } from '../../../platform/database/index.ts';
import { appError } from '../../../platform/errors.ts';
import type { RateLimiter } from '../../../platform/limits/rate-limiter.ts';
import type { WordFilter } from '../../safety/index.ts';
import type { MessageActivity } from '../activity/message-activity.service.ts';
import type { PublishChange } from '../changed-messages.events.ts';
import type { ConversationKind, ConversationKinds, Viewer } from '../conversation-kinds.service.ts';
import type { MessageRef } from '../messages.types.ts';
import { readOne } from '../history.service.ts';
import { lockHeads } from '../members.repository.ts';
import { messageRefOf } from '../message-id.codec.ts';
import type { Previews } from '../previews/previews.service.ts';
import { refuseContent, timedOut } from '../send.service.ts';
import { indexMessages } from '../search/message-words.repository.ts';
import { createEditEvents } from './edits.events.ts';
import { findEditTarget, replaceText, type EditTarget } from './edits.repository.ts';

/** What edits need besides the messages. */
export type EditRules = {
  readonly wordFilter: Pick<WordFilter, 'check' | 'report'>;
  /** Undefined when limits are off. */
  readonly limiter: RateLimiter | undefined;
  /** The setting EDIT_WINDOW_HOURS. */
  readonly windowHours: number;
};

type Deps = {
  readonly database: Database;
  readonly kinds: ConversationKinds;
  readonly publish: PublishChange;
  readonly logger: Logger;
  readonly rules: EditRules;
  /** Undefined without cards of links. */
  readonly previews: Pick<Previews, 'edited'> | undefined;
  readonly activity: Pick<MessageActivity, 'edited'>;
};

/** Changing the text of messages in rooms and private chats (ED-01 to ED-04). */
export type Edits = ReturnType<typeof createEdits>;

const HOUR_MS = 3_600_000;
const BUDGET = { calls: 1, seconds: EDIT_INTERVAL_MS / 1000 };

/** An edit with everything that it changes. */
type Edit = MessageRef & { readonly userId: number; readonly key: string | null; readonly content: string };

/** Creates the command. */
export function createEdits({ database, kinds, publish, logger, rules, previews, activity }: Deps) {
  const { wordFilter, limiter, windowHours } = rules;
  const publisher = createEditEvents(publish, logger);

  /** Returns whether the text has to be changed; false for a retry and for the same text. Throws a refusal. */
  function judge(target: EditTarget | undefined, content: string): boolean {
    const sentAfter = database.now().getTime() - windowHours * HOUR_MS;
    const refusal = refuseEdit(target, sentAfter);
    if (refusal) throw appError(refusal);
    if (!target || target.isRepeated) return false;
    if (target.timeoutUntil) throw timedOut(target.timeoutUntil);
    if (target.content === content) return false;
    const contentRefusal = refuseContent(content, target.hasAttachment);
    if (contentRefusal) throw appError(contentRefusal);
    if (target.isOfStranger && isLongRequest(content)) throw appError('request_too_long');
    return true;
  }

  /** Changes the text under the lock of the conversation; returns false if there was nothing to change. */
  async function change(tx: Tx, kind: ConversationKind, edit: Edit): Promise<boolean> {
    const { conversationId, sequence, userId, key, content } = edit;
    await lockHeads(tx, [conversationId]);
    const target = await findEditTarget(tx, edit);
    if (!target || !judge(target, content)) return false;
    const mentionIds = target.isWhisper
      ? []
      : await kind.mentionsOf(tx, { conversationId, senderId: userId, content });
    await replaceText(tx, { conversationId, sequence }, { content, mentionIds, key });
    const textOf = (text: string) => ({ senderId: userId, content: text });
    const [before, after] = [textOf(target.content), textOf(content)];
    await indexMessages(tx, [{ conversationId, sequence, before, after }]);
    await previews?.edited(tx, target.content, { conversationId, sequence, content });
    await activity.edited(tx, { conversationId, sequence, senderId: userId }, mentionIds);
    afterCommit(tx, () => publisher.edited({ conversationId, sequence }));
    return true;
  }

  /** Returns the seconds until the user may edit in the conversation again; 0 takes the turn. */
  const takeTurn = async ({ userId, conversationId }: Edit): Promise<number> =>
    limiter ? limiter.take('message_edit', `${userId}:${conversationId}`, BUDGET) : 0;

  return {
    /**
     * Changes the text of an own message and returns the message. A retry with the same key and the same text change
     * nothing. Throws the errors of the route.
     */
    async edit(viewer: Viewer, messageId: string, { content, edit_key: key }: EditInput) {
      const ref = messageRefOf(messageId);
      const kind = ref && (await kinds.find(database.db, ref.conversationId));
      if (!kind) throw appError('message_not_found');
      const edit: Edit = { ...ref, userId: viewer.userId, key: key ?? null, content };
      // Judged before the lock, so that a refused call delays no conversation.
      if (judge(await findEditTarget(database.db, edit), content)) {
        const flagged = wordFilter.check(content);
        const wait = await takeTurn(edit);
        const isRetry = wait > 0 && (await findEditTarget(database.db, edit))?.isRepeated === true;
        if (wait > 0 && !isRetry) throw appError('sending_too_fast', { retry_after: wait });
        const isChanged = !isRetry && (await database.transaction((tx) => change(tx, kind, edit)));
        if (isChanged) wordFilter.report({ userId: viewer.userId, words: flagged, messageId });
      }
      return readOne(database, kind, viewer, messageId);
    },

    /** Resolves when all edits are published. */
    close: publisher.idle,
  };
}

/** Returns why a user may not change the text of a message, if so; `sentAfter` in milliseconds since 1970. */
function refuseEdit(target: EditTarget | undefined, sentAfter: number): ErrorCode | undefined {
  if (target?.isSuspended) return 'account_suspended';
  if (!target?.isVisible) return 'message_not_found';
  if (!target.isOwn) return 'not_your_message';
  if (!target.isMember) return 'message_not_found';
  if (target.isRepeated) return undefined;
  if (target.createdAt.getTime() < sentAfter) return 'edit_too_late';
  return isBlankText(target.content) ? 'no_text_to_change' : undefined;
}
