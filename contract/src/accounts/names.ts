/** Prefix of the names of guest accounts (SV-03, Q-09). */
export const GUEST_PREFIX = '_guest';

/** Returns the displayed form of a username: a guest's name without the reserved prefix (a guest tag is shown instead). */
export function displayedName(username: string): string {
  return username.startsWith(`${GUEST_PREFIX}-`) ? username.slice(GUEST_PREFIX.length + 1) : username;
}

/** Whether a username belongs to a guest account. */
export function isGuestName(username: string): boolean {
  return username.startsWith('_');
}

/** Prefix of the names of deleted accounts (SV-13). */
const DELETED_PREFIX = 'deleted-';

/** Returns the username that an account has after its deletion. */
export function anonymousName(userId: number): string {
  return `${DELETED_PREFIX}${userId}`;
}
