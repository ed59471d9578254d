/** Roles from unauthenticated to global admin; the calls of a row are made in this order. */
export const ROLES = [
  'anonymous',
  'guest',
  'stranger',
  'blocked',
  'member',
  'moderator',
  'owner',
  'admin',
] as const;

/** A role of a caller. */
export type Role = (typeof ROLES)[number];

/** Roles with a session. */
export type SignedInRole = Exclude<Role, 'anonymous'>;

/** Explanation of each role in the table. */
export const ROLE_DESCRIPTIONS: Readonly<Record<Role, string>> = {
  anonymous: 'has the API key and no token',
  guest: 'a temporary account, in no room',
  stranger: 'a permanent account that has nothing to do with the owner',
  blocked: 'a permanent account and member of the owner’s room, whom the owner has blocked',
  member: 'a permanent account and member of the owner’s room, who talks with the owner in private',
  moderator: 'the same with `can_kick` and `can_ban`',
  owner: 'whose room, posts, messages, orders and copies are asked for',
  admin: 'a global admin, not in the room',
};

/** Result of each role. */
export type Cells = Readonly<Record<Role, string>>;
