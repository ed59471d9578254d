/** Names of temporary accounts begin so (SV-03, Q-09). */
export const GUEST_PREFIX = '_guest';

/** A name as people read it: guests lose the reserved prefix (they carry a guest tag instead). */
export function shownName(username: string): string {
  return username.startsWith(`${GUEST_PREFIX}-`) ? username.slice(GUEST_PREFIX.length + 1) : username;
}

/** Whether a name belongs to a temporary account. */
export function isGuestName(username: string): boolean {
  return username.startsWith('_');
}

/** Names of deleted accounts begin so (SV-13). */
const DELETED_PREFIX = 'deleted-';

/** What a deleted account is called from then on. */
export function anonymousName(userId: number): string {
  return `${DELETED_PREFIX}${userId}`;
}
