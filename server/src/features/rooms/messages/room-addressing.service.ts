import { displayedName, USERNAME_MAX } from '@adda/contract/accounts';
import { readWhisper, type SendGroupMessage, type Whisper } from '@adda/contract/rooms';
import type { Queryable } from '../../../platform/database/index.ts';
import { appError } from '../../../platform/errors.ts';
import type { AddressOptions, Prepared } from '../../messages/index.ts';
import { isStrangerToAny } from '../../relations/index.ts';
import { findMembersByName } from '../members/room-members.repository.ts';
import { matchRecipients } from '../members/typed-names.policy.ts';
import type { RoomEvents } from '../rooms.events.ts';
import type { MessageContext, Speaker } from '../rooms.types.ts';
import { findMentions } from './mentions.service.ts';
import { findWhisperPeople, type WhisperPerson } from './room-messages.repository.ts';

type Deps = { readonly db: Queryable; readonly events: Pick<RoomEvents, 'notice'> };
type Options = AddressOptions<SendGroupMessage>;
type Drafted = Prepared<MessageContext>;
type Recipient = Pick<WhisperPerson, 'id' | 'username' | 'is_blocked'>;

/**
 * Creates the rule that decides who hears a message of a room (GC-57, RY-02, MN-01). Throws `message_empty`,
 * `whisper_to_nobody` and `blocked_by_user`.
 */
export function createAddressing({ db, events }: Deps) {
  /** Addresses a reply to the other users of the whisper that it replies to, without those who are no longer here. */
  async function toSamePeople(
    speaker: Speaker,
    prepared: Drafted,
    answered: readonly WhisperPerson[],
    options: Options,
  ): Promise<Drafted | undefined> {
    const others = answered.filter(({ id }) => id !== speaker.userId);
    const here = others.filter(({ is_here: isHere }) => isHere);
    if (here.length > 0) return toRecipients(db, prepared, here, options);
    return refuseUnlessRepeated(speaker, displayedName(others[0]?.username ?? speaker.username), options);
  }

  /** Addresses a whisper to the members whom its beginning names. */
  async function toNamed(
    speaker: Speaker,
    prepared: Drafted,
    { names, words }: Whisper,
    options: Options,
  ): Promise<Drafted | undefined> {
    if (words === '' && !options.hasAttachment) {
      // A reply to a whisper may consist of a name; this is its retry after the whisper was deleted.
      if (await options.repeat()) return undefined;
      throw appError('message_empty');
    }
    const scope = { conversationId: prepared.draft.conversationId, viewerId: speaker.userId };
    const found = await findMembersByName(db, scope, names);
    const { recipients, unknown } = matchRecipients(names, found);
    if (unknown !== undefined) return refuseUnlessRepeated(speaker, unknown, options);
    return toRecipients(db, prepared, recipients, options);
  }

  /** Refuses a whisper without a recipient, unless it was stored before. */
  async function refuseUnlessRepeated(
    speaker: Speaker,
    name: string,
    { repeat }: Options,
  ): Promise<undefined> {
    if (await repeat()) return;
    const failure = appError('whisper_to_nobody', { name: shortened(name) });
    events.notice(speaker, failure.detail);
    throw failure;
  }

  /** Adds the members whom a public message mentions (MN-01). */
  async function withMentions({ draft, context }: Drafted, content: string): Promise<Drafted> {
    const { conversationId, senderId } = draft;
    if (senderId === null) return { draft, context };
    const mentions = await findMentions(db, { conversationId, senderId }, content);
    if (mentions.length === 0) return { draft, context };
    return {
      draft: { ...draft, mentionIds: mentions.map(({ id }) => id) },
      context: { ...context, mentions: mentions.map(({ username }) => username) },
    };
  }

  /**
   * Adds the recipients of a whisper or the mentions of a public message. A reply to a whisper is a whisper to the same
   * users, whatever its text and its audience (RY-02). Refuses a whisper that names a user who is not in the room.
   */
  return async function address(
    speaker: Speaker,
    prepared: Drafted,
    options: Options,
  ): Promise<Drafted | undefined> {
    const { draft } = prepared;
    const { message, hasAttachment } = options;
    const { conversationId, replyTo } = draft;
    const answered =
      typeof replyTo === 'number'
        ? await findWhisperPeople(db, { conversationId, sequence: replyTo }, speaker.userId)
        : [];
    if (answered.length > 0) return toSamePeople(speaker, prepared, answered, options);
    const { audience } = message;
    const whisper = audience === 'room' ? undefined : readWhisper(draft.content, hasAttachment);
    const named = whisper ?? (audience === 'whisper' ? readWhisper(draft.content, true) : undefined);
    if (named) return toNamed(speaker, prepared, named, options);
    if (audience === 'whisper') return refuseUnlessRepeated(speaker, NOBODY, options);
    return withMentions(prepared, draft.content);
  };
}

/**
 * Adds the recipients to a whisper; refuses it if the sender has a block with one of them, or if it has an attachment and the
 * sender is a stranger to one (MR-01), before an image is fetched.
 */
async function toRecipients(
  db: Queryable,
  { draft, context }: Drafted,
  recipients: readonly Recipient[],
  { repeat, hasAttachment }: Options,
): Promise<Drafted | undefined> {
  const ids = recipients.map(({ id }) => id);
  if (recipients.some(({ is_blocked: isBlocked }) => isBlocked)) {
    if (await repeat()) return undefined;
    throw appError('blocked_by_user');
  }
  if (hasAttachment && draft.senderId !== null && (await isStrangerToAny(db, draft.senderId, ids))) {
    if (await repeat()) return undefined;
    throw appError('not_for_strangers');
  }
  return {
    draft: { ...draft, recipientIds: ids },
    context: { ...context, recipients: recipients.map(({ username }) => username) },
  };
}

/** The name in the error of a whisper without names. */
const NOBODY = '…';

/** Cuts an unknown name for the error text to the length of the longest username. */
const shortened = (name: string): string =>
  name.length > USERNAME_MAX ? `${name.slice(0, USERNAME_MAX)}…` : name;
