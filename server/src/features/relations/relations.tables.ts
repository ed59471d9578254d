import type { Generated } from 'kysely';

/** One user follows another. */
export type FollowsTable = { follower_id: number; followed_id: number; created_at: Generated<Date> };

declare module '../../platform/database/tables.ts' {
  interface Tables {
    follows: FollowsTable;
  }
}
