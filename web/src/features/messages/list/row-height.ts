import type { ChatMessage } from '../history/conversation.ts';
import { imageBox } from './image-box.ts';
import type { MessageRow } from './message-rows.ts';
import { isEmojiOnly } from './message-text.tsx';
import { draftOf } from '../outbox/outbox-entry.ts';

const LINE_PX = 24;
const LETTER_PX = 7.6;
/** Large emoji, in lines of 1.25 times their size. */
const EMOJI_LINE_PX = 38;
/** Fenced code: lines, letters, and its padding and margins. */
const CODE_PX = { line: 20, letter: 8.4, around: 20, beside: 16 };
/** Border and padding of a quote. */
const QUOTE_PX = 13;
const BUBBLE_PX = 18;
const HEADING_PX = 23;
const WHISPER_PX = 18;
/** A voice message is lower, but rare enough for the same estimate. */
const VIDEO_PX = 140;
const FOOT_PX = 18;
const FAILED_PX = 66;
const REPLY_PX = 52;
/** The card of a link. */
const CARD_PX = 84;
const REACTION_PX = { width: 56, height: 36 };

/** Width used in a row by picture, button and the bubble's padding. */
const BESIDE_PX = 122;

/** The maximum width of the conversation, and its side padding. */
const COLUMN_PX = 760;
const SIDES_PX = 36;

/** The maximum width of a text, that of a bubble without its padding: less than 70 letters (HM-03). */
const TEXT_PX = 500;

type RowContent = {
  text: string;
  image: { width: number | null; height: number | null } | undefined;
  hasVideo: boolean;
};

/** Signs of formatting, which are not shown. */
const SIGNS = /[*~`]|\|\||(?<![\p{L}\p{N}])_|_(?![\p{L}\p{N}])|^> /gu;

/** Number of lines on screen, in a space of `width` pixels. */
function linesOf(lines: readonly string[], width: number, letter: number): number {
  const perLine = Math.max(12, Math.floor(width / letter));
  return lines.reduce(
    (sum, line) => sum + Math.max(1, Math.ceil(line.replace(SIGNS, '').length / perLine)),
    0,
  );
}

function textPx(text: string, width: number): number {
  if (text === '') return FOOT_PX;
  if (isEmojiOnly(text)) return text.split('\n').length * EMOJI_LINE_PX;
  const room = Math.min(TEXT_PX, width - BESIDE_PX);
  // An estimate of the formatting (FT-01): the code that reads it exactly may not be loaded.
  const parts = text.split('```');
  return parts.reduce((sum, part, index) => {
    const isCode = index % 2 === 1 && index < parts.length - 1;
    const lines = part === '' ? [] : (parts.length > 2 ? part.replace(/^\n|\n$/g, '') : part).split('\n');
    if (isCode)
      return sum + linesOf(lines, room - CODE_PX.beside, CODE_PX.letter) * CODE_PX.line + CODE_PX.around;
    const quoted = lines.filter((line) => line.startsWith('> '));
    const others = lines.filter((line) => !line.startsWith('> '));
    const count = linesOf(quoted, room - QUOTE_PX, LETTER_PX) + linesOf(others, room, LETTER_PX);
    return sum + count * LINE_PX;
  }, 0);
}

function imagePx({ image }: RowContent, width: number): number {
  if (!image) return 0;
  const box = imageBox(image.width, image.height);
  return (box.height * Math.min(box.width, width - BESIDE_PX + 12)) / box.width + 6;
}

const contentPx = (content: RowContent, isFirst: boolean, width: number): number =>
  (isFirst ? 12 : 4) +
  BUBBLE_PX +
  textPx(content.text, width) +
  imagePx(content, width) +
  (content.hasVideo ? VIDEO_PX : 0);

function replyPx({ is_deleted: isDeleted, reply_to: quote }: ChatMessage, width: number): number {
  if (isDeleted || !quote) return 0;
  const isLong = quote.excerpt.length > (width - BESIDE_PX - 24) / LETTER_PX;
  return (quote.sender === null ? REPLY_PX - 20 : REPLY_PX) + (isLong ? 20 : 0);
}

function reactionsPx({ is_deleted: isDeleted, reactions = [] }: ChatMessage, width: number): number {
  const perLine = Math.max(1, Math.floor((width - BESIDE_PX) / REACTION_PX.width));
  return isDeleted ? 0 : Math.ceil(reactions.length / perLine) * REACTION_PX.height;
}

/** Estimates the height of a row in pixels, in a list `width` pixels wide. */
export function rowHeight(row: MessageRow, width: number): number {
  switch (row.kind) {
    case 'day':
      return 48;
    case 'unread':
      return 36;
    case 'notice':
      return 16 + Math.ceil((row.message.content.length * 6.6) / Math.max(160, width - 48)) * 21;
    case 'message': {
      const { message, isOwn, isFirst } = row;
      const { content, image_url: url, image_width, image_height, youtube_url: video } = message;
      const image = url === null ? undefined : { width: image_width, height: image_height };
      const text = content === '' && message.is_deleted ? '…' : content;
      const extra = (isFirst && !isOwn ? HEADING_PX : 0) + (message.is_private ? WHISPER_PX : 0);
      const said = contentPx({ text, image, hasVideo: Boolean(video ?? message.audio_url) }, isFirst, width);
      const card = message.preview && !message.is_deleted ? CARD_PX : 0;
      return said + extra + card + replyPx(message, width) + reactionsPx(message, width);
    }
    case 'pending': {
      const { text, attachments, replyTo } = draftOf(row.entry);
      const { image, video, voice } = attachments;
      const content = { text, image, hasVideo: (video ?? voice) !== undefined };
      const extra = (replyTo ? REPLY_PX : 0) + (row.entry.state === 'failed' ? FAILED_PX : 0);
      return contentPx(content, row.isFirst, width) + extra;
    }
    default:
      return 56;
  }
}

/** Estimates stay constant for the lifetime of a row: close enough that the scroll bar does not move. */
export function createRowHeights(): (row: MessageRow | undefined) => number {
  const heights = new Map<string, number>();
  return (row) => {
    if (!row) return 0;
    const known = heights.get(row.key);
    if (known !== undefined) return known;
    const height = Math.round(rowHeight(row, Math.min(COLUMN_PX, innerWidth) - SIDES_PX));
    heights.set(row.key, height);
    return height;
  };
}
