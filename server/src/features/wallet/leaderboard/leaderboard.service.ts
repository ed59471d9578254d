import { coinsOf } from '@adda/contract/kernel/money';
import type { LeaderboardEntry, walletRoutes } from '@adda/contract/wallet';
import type { RouteOutput } from '@adda/contract';
import type { Database, Tx } from '../../../platform/database/index.ts';
import type { Jobs } from '../../../platform/jobs/index.ts';
import {
  readRankRange,
  type RankedPerson,
  lockMarks,
  foldMoves,
  deleteMarks,
  rebuildMarks,
  widestGap,
} from './leaderboard.repository.ts';

declare module '../../../platform/jobs/payloads.ts' {
  interface JobPayloads {
    'wallet.leaderboard-marks': null;
    /** Folds the moves of a deleted account, so that none contains its name. */
    'wallet.leaderboard-forget': { readonly userId: number };
  }
}

const JOB = 'wallet.leaderboard-marks';
const FORGET_JOB = 'wallet.leaderboard-forget';

/** Number of users per mark. */
const MARK_EVERY = 500;

/** Factor by which a gap between marks may grow before all marks are rebuilt. */
const GAP_MAX = 3;

/** Readers apply up to this many moves themselves; above it a refresh of the marks is requested. */
const MOVES_MAX = 1000;

/** Minimum time between two such requests of a node. */
const ASK_EVERY_MS = 1000;

type Deps = { readonly database: Database; readonly jobs: Pick<Jobs, 'enqueue' | 'every' | 'handle'> };
type Page = RouteOutput<(typeof walletRoutes)['GET /wallet/leaderboard']>;

/** Folds all current moves into the marks, and rebuilds the marks if they are missing or too far apart. */
export async function refreshMarks(tx: Tx, every = MARK_EVERY): Promise<void> {
  await lockMarks(tx);
  await foldMoves(tx);
  if ((await widestGap(tx)) > GAP_MAX * every) await rebuildMarks(tx, every);
}

/** Creates the leaderboard: exact at every time, at a cost independent of the number of users (SV-94, ADR 24). */
export function createLeaderboard({ database, jobs }: Deps) {
  let askedAt = 0;
  const refresh = () => database.transaction((tx) => refreshMarks(tx));

  /** Enqueues a refresh of the marks. If it fails, reads are slower but correct. */
  async function askForMarks(): Promise<void> {
    const now = Date.now();
    if (now - askedAt < ASK_EVERY_MS || !database.isWritable()) return;
    askedAt = now;
    await database.transaction((tx) => jobs.enqueue(tx, JOB, null, { key: JOB }));
  }

  return {
    /** Returns a page for a viewer, with the viewer's own place, which guests lack (LB-02). */
    async page(
      viewerId: number,
      { page, page_size: size }: { page: number; page_size: number },
    ): Promise<Page> {
      const offset = (page - 1) * size;
      const { people, own, total, moves } = await readRankRange(database.db, {
        viewerId,
        offset,
        limit: size,
      });
      if (moves > MOVES_MAX) await askForMarks();
      return {
        leaderboard: people.map((person, index) => entryOf(person, offset + index + 1)),
        current_user_position: own?.position ?? null,
        current_user_entry: own && entryOf(own, own.position),
        page,
        total_users: total,
        total_pages: Math.ceil(total / size),
      };
    },
    /**
     * Removes the user's name from the marks, and soon from the moves, in the transaction that deletes the account
     * (SV-13).
     */
    async forget(tx: Tx, userId: number): Promise<void> {
      await deleteMarks(tx, userId);
      await jobs.enqueue(tx, FORGET_JOB, { userId });
    },
    /** Call once before the job queue starts. */
    startJobs(): void {
      jobs.handle(JOB, refresh);
      jobs.handle(FORGET_JOB, refresh);
      jobs.every('wallet.leaderboard-upkeep', '*/5 * * * *', refresh);
    },
  };
}

/** Converts to the wire format, without internal fields. */
const entryOf = (person: RankedPerson, position: number): LeaderboardEntry => ({
  position,
  username: person.username,
  balance: coinsOf(person.balance),
  is_current_user: person.is_current_user,
  profile_image_url: person.profile_image_url,
  has_profile: person.has_profile,
});

/** Service for pages of the leaderboard. */
export type Leaderboard = ReturnType<typeof createLeaderboard>;
