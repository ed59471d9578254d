/** Hours until an invitation expires: the default, and the most that a caller may choose (GR-02). */
export const INVITE_HOURS = 168;
export const INVITE_HOURS_MAX = 8760;

/** Hours until a personal invitation expires (GR-02). */
export const PERSONAL_INVITE_HOURS = 168;

/** Most uses that an invitation may be limited to, and most valid invitations of a room (GR-02). */
export const INVITE_USES_MAX = 1000;
export const INVITES_MAX = 100;

/** Random bytes of the code of an invitation, and the longest text that is looked up as a code. */
export const INVITE_CODE_BYTES = 16;
export const INVITE_CODE_MAX = 64;

/** Lifetimes in hours and numbers of uses that the app offers; null for no limit. */
export const INVITE_HOURS_CHOICES = [1, 24, 168, 720, 8760] as const;
export const INVITE_USES_CHOICES = [null, 1, 5, 10, 25, 50, 100] as const;
