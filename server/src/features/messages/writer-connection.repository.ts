import { sql } from 'kysely';
import type pg from 'pg';
import type { Logger } from 'pino';
import type { Tx } from '../../platform/database/index.ts';
import type { AppendResult, Draft, Hearing } from './messages.types.ts';
import { committedQuoteOf, type CommittedQuoteRow } from './quote.codec.ts';

/** Time limit of a commit; beyond it the connection is dead or waits for a stuck lock. */
const FLUSH_MAY_TAKE_MS = 10_000;

const APPEND =
  'SELECT status, sequence, created_ms, hidden_from, quote, had_draft FROM store_messages($1, $2, $3, $4, $5, $6, $7, $8)';

type PlacedStatus = 'stored' | 'repeated' | Hearing;

type Row =
  | [PlacedStatus, number, number, number[] | null, CommittedQuoteRow | null, boolean]
  | [Exclude<AppendResult['status'], PlacedStatus>, null, null, number[] | null, null, boolean];

type StoredRow = {
  readonly status: AppendResult['status'] | Hearing;
  readonly sequence: number | null;
  readonly created_ms: number | null;
  readonly hidden_from: number[] | null;
  readonly quote: CommittedQuoteRow | null;
  readonly had_draft: boolean;
};

/** The writer's own connection: no other query waits for it or delays it, and the statement stays prepared. */
export type WriterConnection = {
  /**
   * Stores the drafts in one commit; returns the results in the same order. After any failure the next call opens a new
   * connection.
   */
  readonly append: (drafts: readonly Draft[]) => Promise<AppendResult[]>;
  readonly close: () => void;
};

/** The embedded engine has one session for all connections of a process, so no statement name is used twice. */
let statements = 0;

/** Keeps one connection of the pool for appending messages. */
export function createWriterConnection(pool: pg.Pool, logger: Logger): WriterConnection {
  let client: pg.PoolClient | undefined;
  let name = '';

  function drop(broken: pg.PoolClient): void {
    if (client !== broken) return;
    client = undefined;
    broken.release(true);
  }

  async function open(): Promise<pg.PoolClient> {
    const fresh = await pool.connect();
    statements += 1;
    name = `store_messages_${statements}`;
    fresh.on('error', (error) => {
      logger.error({ err: error }, 'the connection of the message writer failed');
      drop(fresh);
    });
    client = fresh;
    return fresh;
  }

  return {
    append: async (drafts) => {
      const current = client ?? (await open());
      try {
        const statement = { name, text: APPEND, values: columnsOf(drafts), rowMode: 'array' } as const;
        const { rows } = await inTime(current.query<Row>(statement));
        return rows.map(resultOf);
      } catch (error) {
        drop(current);
        throw error;
      }
    },
    close: () => {
      const last = client;
      client = undefined;
      last?.release(true);
    },
  };
}

/**
 * Stores the drafts in the transaction; returns the results in the same order. It locks the conversations, so callers must
 * take all other locks before. The caller decides what a refused draft means for the others.
 */
export async function storeMessages(tx: Tx, drafts: readonly Draft[]): Promise<AppendResult[]> {
  const [conversations, senders, ids, contents, images, videos, recipients, extras] = columnsOf(drafts);
  const { rows } = await sql<StoredRow>`
    SELECT status, sequence, created_ms, hidden_from, quote, had_draft FROM store_messages(
      ${conversations}::bigint[], ${senders}::bigint[], ${ids}::text[], ${contents}::text[], ${images}::text[],
      ${videos}::text[], ${recipients}::text[], ${extras}::text[])`.execute(tx);
  if (rows.length < drafts.length) throw new Error('store_messages returned fewer rows than it was given');
  return rows.map((row) =>
    // The columns of one row belong together, which its type does not say.
    resultOf([row.status, row.sequence, row.created_ms, row.hidden_from, row.quote, row.had_draft] as Row),
  );
}

async function inTime<T>(work: Promise<T>): Promise<T> {
  const { promise, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => reject(new Error('storing messages took too long')), FLUSH_MAY_TAKE_MS);
  try {
    return await Promise.race([work, promise]);
  } finally {
    clearTimeout(timer);
  }
}

/** A parameter of the statement: an array of texts, or an array literal of PostgreSQL. */
type Column = readonly (string | null)[] | string;

function columnsOf(drafts: readonly Draft[]): Column[] {
  return [
    idsOf(drafts.map((draft) => draft.conversationId)),
    idsOf(drafts.map((draft) => draft.senderId)),
    drafts.map((draft) => draft.clientMessageId),
    drafts.map((draft) => draft.content),
    textsOf(drafts.map((draft) => draft.imageId ?? null)),
    textsOf(drafts.map((draft) => draft.youtubeUrl ?? null)),
    textsOf(drafts.map((draft) => (draft.recipientIds ? `{${draft.recipientIds.join(',')}}` : null))),
    textsOf(drafts.map(extraOf)),
  ];
}

/** Returns what few messages have, as the statement takes it; null for all others. */
function extraOf({ replyTo, mentionIds = [], audioId, forwardedFromId, isBare }: Draft): string | null {
  const reply = replyTo ?? undefined;
  const mentions = mentionIds.length > 0 ? mentionIds : undefined;
  const audio = audioId ?? undefined;
  const forwarded = forwardedFromId ?? undefined;
  const bare = isBare || undefined;
  const hasNone = reply === undefined && !mentions && audio === undefined && forwarded === undefined && !bare;
  return hasNone ? null : JSON.stringify({ reply, mentions, audio, forwarded, bare });
}

const EMPTY = '{}';

/** Returns an array literal: numbers need no quotes, so the driver need not check each of them. */
const idsOf = (ids: readonly (number | null)[]): string => `{${ids.map((id) => id ?? 'NULL').join(',')}}`;

/** Returns an empty array if all entries are null: unnest fills shorter arrays up with null. */
const textsOf = (texts: readonly (string | null)[]): Column =>
  texts.every((text) => text === null) ? EMPTY : texts;

function resultOf(row: Row): AppendResult {
  const [status, sequence, createdAt, hiddenFrom, quote, hadDraft] = row;
  if (sequence === null) return { status };
  const placed = { sequence, createdAt, hiddenFrom, quote: quote && committedQuoteOf(quote), hadDraft };
  return status === 'stored' || status === 'repeated'
    ? { status, ...placed }
    : { status: 'stored', ...placed, hearing: status };
}
