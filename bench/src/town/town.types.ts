import type { Database } from '../../../server/src/platform/database/index.ts';

/** Somebody who can open a group socket. */
export type Citizen = { readonly username: string; readonly token: string };

/** One room with the people in it. */
export type TownRoom = { readonly groupId: string; readonly members: readonly Citizen[] };

/** So many rooms with so many members each; person n is in room n / membersPerRoom, modulo the rooms. */
export type Quarter = { readonly rooms: number; readonly membersPerRoom: number };

/** Puts more into the rooms of each quarter before the server starts. */
export type Furnish = (database: Database, quarters: readonly (readonly TownRoom[])[]) => Promise<void>;
