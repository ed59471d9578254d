import type { Database } from '../../../server/src/platform/database/index.ts';

/** A user who can open a group socket. */
export type User = { readonly username: string; readonly token: string };

/** One room with its members. */
export type DatasetRoom = { readonly groupId: string; readonly members: readonly User[] };

/** A number of rooms with members each; user n is in room n / membersPerRoom, modulo the rooms. */
export type Scenario = { readonly rooms: number; readonly membersPerRoom: number };

/** Adds content to the rooms of each scenario before the server starts. */
export type AddContent = (
  database: Database,
  scenarios: readonly (readonly DatasetRoom[])[],
) => Promise<void>;
