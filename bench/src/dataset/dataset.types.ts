import type { Database } from '../../../server/src/platform/database/index.ts';

/** Somebody who can open a group socket. */
export type User = { readonly username: string; readonly token: string };

/** One room with the people in it. */
export type DatasetRoom = { readonly groupId: string; readonly members: readonly User[] };

/** So many rooms with so many members each; person n is in room n / membersPerRoom, modulo the rooms. */
export type Scenario = { readonly rooms: number; readonly membersPerRoom: number };

/** Puts more into the rooms of each scenario before the server starts. */
export type Furnish = (database: Database, scenarios: readonly (readonly DatasetRoom[])[]) => Promise<void>;
