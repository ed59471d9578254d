import type pg from 'pg';
import type { Logger } from 'pino';
import type { AppendResult, Draft } from './messages.types.ts';

/** Time limit of a commit; beyond it the connection is dead or waits for a stuck lock. */
const FLUSH_MAY_TAKE_MS = 10_000;

const APPEND =
  'SELECT status, sequence, created_ms, hidden_from FROM append_messages($1, $2, $3, $4, $5, $6, $7, $8)';

type Row =
  | ['stored' | 'repeated', number, number, number[] | null]
  | [
      'not_a_member' | 'no_conversation' | 'blocked' | 'unavailable' | 'suspended',
      null,
      null,
      number[] | null,
    ];

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
    name = `append_messages_${statements}`;
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
    EMPTY, // addresses of remote images are not stored
    textsOf(drafts.map((draft) => draft.imageId ?? null)),
    textsOf(drafts.map((draft) => draft.youtubeUrl ?? null)),
    textsOf(drafts.map((draft) => (draft.recipientIds ? `{${draft.recipientIds.join(',')}}` : null))),
  ];
}

const EMPTY = '{}';

/** Returns an array literal: numbers need no quotes, so the driver need not check each of them. */
const idsOf = (ids: readonly (number | null)[]): string => `{${ids.map((id) => id ?? 'NULL').join(',')}}`;

/** Returns an empty array if all entries are null: unnest fills shorter arrays up with null. */
const textsOf = (texts: readonly (string | null)[]): Column =>
  texts.every((text) => text === null) ? EMPTY : texts;

function resultOf([status, sequence, createdAt, hiddenFrom]: Row): AppendResult {
  return status === 'stored' || status === 'repeated'
    ? { status, sequence, createdAt, hiddenFrom }
    : { status };
}
