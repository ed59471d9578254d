import type { Generated } from 'kysely';

/** Somebody who follows somebody. */
export type FollowsTable = { follower_id: number; followed_id: number; created_at: Generated<Date> };

declare module '../../platform/database/tables.ts' {
  interface Tables {
    follows: FollowsTable;
  }
}
