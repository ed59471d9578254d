import type { LinkPreview, MessageDraft, Quote } from '@adda/contract/messages';
import type { DraftPlace, MessageChange } from './conversation-kinds.service.ts';
import { messageIdOf } from './message-id.codec.ts';
import type { Committed, ReplyTo, SentFiles, StoredMessage, StoredPreview } from './messages.types.ts';
import { UNCHANGED } from './messages.types.ts';
import type { MessageMedium } from '../media/index.ts';

/** Returns the address of an image or a recording for the reader of a message. */
export type LinkOf = (medium: MessageMedium) => string;

/** Returns the wire fields that messages of rooms and of private chats share, apart from the sender. */
export function messageFieldsOf(conversationId: number, message: StoredMessage, linkOf: LinkOf) {
  const { image, audio } = message;
  return {
    _id: messageIdOf(conversationId, message.sequence),
    sequence: message.sequence,
    content: message.content,
    image_url: image?.size ? linkOf({ kind: 'image', id: image.id }) : null,
    image_id: image?.id ?? null,
    image_width: image?.size?.width ?? null,
    image_height: image?.size?.height ?? null,
    audio_url: audio?.recording ? linkOf({ kind: 'audio', id: audio.id }) : null,
    audio_duration_ms: audio?.recording?.durationMs ?? null,
    audio_waveform: audio?.recording ? [...audio.recording.waveform] : null,
    timestamp: new Date(message.createdAt).toISOString(),
    is_deleted: message.isDeleted,
    clientMessageId: message.clientMessageId,
    version: message.version,
    reactions: [...message.reactions],
    edited_at: message.editedAt === null ? null : new Date(message.editedAt).toISOString(),
    reply_to: message.replyTo && quoteOf(conversationId, message.replyTo),
    preview: message.preview && previewOf(message.preview, linkOf),
    forwarded_from: message.forwardedFrom === null ? null : { username: message.forwardedFrom },
  };
}

function previewOf({ url, title, site, imageId }: StoredPreview, linkOf: LinkOf): LinkPreview {
  return { url, title, site, image_url: imageId === null ? null : linkOf({ kind: 'image', id: imageId }) };
}

function quoteOf(conversationId: number, { sequence, quoted }: ReplyTo): Quote {
  return {
    message_id: messageIdOf(conversationId, sequence),
    sequence,
    sender: quoted?.sender ?? null,
    excerpt: quoted?.excerpt ?? '',
    has_image: quoted?.hasImage ?? false,
    has_voice: quoted?.hasVoice ?? false,
    has_video: quoted?.hasVideo ?? false,
    is_deleted: quoted?.isDeleted ?? false,
  };
}

/** Names that a new message has in its wire form; the draft has the ids. */
type Names = {
  readonly sender: string | null;
  readonly recipients: readonly string[] | null;
  readonly mentions: readonly string[];
};

/** Returns the event about the sender's draft, which a stored message removed (FT-04). */
export const sentDraftOf = (
  where: DraftPlace['where'],
  { createdAt }: Pick<Committed<unknown>, 'createdAt'>,
): MessageDraft => ({ ...where, text: '', reply_to: null, updated_at: new Date(createdAt).toISOString() });

/** No files: most messages. */
export const NO_FILES: SentFiles = { image: null, recording: null };

/** Returns a message that was committed just now, as its sender sees it. */
export function newMessageOf(
  { draft, context, sequence, createdAt, quote, forward }: Committed<SentFiles>,
  names: Names,
): StoredMessage {
  const { image, recording } = context;
  return {
    sequence,
    createdAt,
    senderId: draft.senderId,
    clientMessageId: draft.clientMessageId,
    content: draft.content,
    image: image && { id: image.id, size: image },
    audio: recording && { id: recording.id, recording },
    youtubeUrl: draft.youtubeUrl ?? null,
    replyTo: quote && { sequence: draft.replyTo ?? 0, quoted: quote.quoted },
    ...names,
    forwardedFrom: forward?.username ?? null,
    ...UNCHANGED,
  };
}

/** Returns a message for readers who may not see the message that it quotes, or the author of the one that it forwards. */
export const withoutOthers = (message: StoredMessage): StoredMessage => ({
  ...message,
  replyTo: message.replyTo && { ...message.replyTo, quoted: null },
  forwardedFrom: null,
});

/** A user who is shown in a new message besides its sender, and the ids of the readers who may not see that user. */
type ShownOther = { readonly userId: number; readonly hiddenFrom: readonly number[] };

/** Returns the author of the message that a new message quotes or forwards; a forward quotes nothing. */
export function shownOther({
  quote,
  forward,
}: Pick<Committed<unknown>, 'quote' | 'forward'>): ShownOther | undefined {
  if (quote) return { userId: quote.senderId, hiddenFrom: quote.hiddenFrom };
  if (!forward || forward.username === null) return undefined;
  return { userId: forward.authorId, hiddenFrom: forward.hiddenFrom };
}

/** Returns the payload of `message_preview`, apart from where the message is (FT-05). */
export const previewChangeOf = (
  { conversationId, sequence, revision }: MessageChange,
  { preview }: { readonly preview: LinkPreview | null },
) => ({ message_id: messageIdOf(conversationId, sequence), sequence, preview, revision });

/** Returns the payload of `message_reactions`, apart from where the message is (RX-03). */
export const reactionsChangeOf = (
  { conversationId, sequence, revision }: MessageChange,
  { reactions }: StoredMessage,
) => ({ message_id: messageIdOf(conversationId, sequence), sequence, reactions: [...reactions], revision });
