import type { ChatMessage } from '../history/conversation.ts';
import { imageBox } from './image-box.ts';
import type { MessageRow } from './message-rows.ts';
import { isEmojiOnly } from './message-text.tsx';
import { draftOf } from '../outbox/outbox-entry.ts';

const LINE_PX = 24;
const LETTER_PX = 7.6;
const BUBBLE_PX = 18;
const HEADING_PX = 23;
const WHISPER_PX = 18;
const VIDEO_PX = 140;
const FOOT_PX = 18;
const FAILED_PX = 66;
const REACTION_PX = { width: 56, height: 36 };

/** Width used in a row by picture, button and the bubble's padding. */
const BESIDE_PX = 122;

/** The maximum width of the conversation, and its side padding. */
const COLUMN_PX = 760;
const SIDES_PX = 36;

type RowContent = {
  text: string;
  image: { width: number | null; height: number | null } | undefined;
  hasVideo: boolean;
};

function textPx(text: string, width: number): number {
  if (text === '') return FOOT_PX;
  if (isEmojiOnly(text)) return 48;
  const perLine = Math.max(12, Math.floor((width - BESIDE_PX) / LETTER_PX));
  const lines = text
    .split('\n')
    .reduce((sum, line) => sum + Math.max(1, Math.ceil(line.length / perLine)), 0);
  return lines * LINE_PX;
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
      const said = contentPx({ text, image, hasVideo: Boolean(video) }, isFirst, width);
      return said + extra + reactionsPx(message, width);
    }
    case 'pending': {
      const { text, attachments } = draftOf(row.entry);
      const content = { text, image: attachments.image, hasVideo: attachments.video !== undefined };
      return contentPx(content, row.isFirst, width) + (row.entry.state === 'failed' ? FAILED_PX : 0);
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
