/** Somebody who can open a group socket. */
export type Citizen = { readonly username: string; readonly token: string };

/** One room with the people in it. */
export type TownRoom = { readonly groupId: string; readonly members: readonly Citizen[] };

/** So many rooms with so many members each; person n is in room n / membersPerRoom, modulo the rooms. */
export type Quarter = { readonly rooms: number; readonly membersPerRoom: number };
