import { excerptOf } from '@adda/contract/messages';
import { wordsOf } from '@adda/contract/rooms';
import type { CommittedQuote, QuotedMessage } from './messages.types.ts';

/** Result of the SQL function `quote_of`. */
export type QuoteRow = {
  readonly sender: string;
  readonly content: string;
  readonly has_image: boolean;
  readonly has_voice: boolean;
  readonly has_video: boolean;
  readonly is_whisper: boolean;
  readonly is_deleted: boolean;
};

/** Column `quote` of the SQL function `store_messages`. */
export type CommittedQuoteRow = {
  readonly quote: QuoteRow;
  readonly sender_id: number;
  readonly hidden_from: number[];
};

/** Returns the quoted message of a row. */
export const quotedOf = (row: QuoteRow): QuotedMessage => ({
  sender: row.sender,
  excerpt: excerptOf(wordsOf(row.content, row.is_whisper)),
  hasImage: row.has_image,
  hasVoice: row.has_voice,
  hasVideo: row.has_video,
  isDeleted: row.is_deleted,
});

/** Returns the quote of a new reply. */
export const committedQuoteOf = (row: CommittedQuoteRow): CommittedQuote => ({
  quoted: quotedOf(row.quote),
  senderId: row.sender_id,
  hiddenFrom: row.hidden_from,
});
