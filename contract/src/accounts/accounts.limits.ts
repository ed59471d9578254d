export const USERNAME_MIN = 3;
export const USERNAME_MAX = 30;
export const DISPLAY_NAME_MAX = 40;
export const PASSWORD_MIN = 8;
export const PASSWORD_MAX = 128;

/** The least score of zxcvbn (0 to 4) that a new password needs (ID-06). */
export const PASSWORD_SCORE_MIN = 2;
export const EMAIL_MAX = 254;

/** Seconds that an access token is good for. */
export const TOKEN_SECONDS = 60 * 60;

/** Seconds without use after which a session can no longer be refreshed. */
export const SESSION_SECONDS = 14 * 24 * 3600;

/** Seconds after which a session ends however much it is used; one logs in again then. */
export const SESSION_MAX_SECONDS = 90 * 24 * 3600;

/** Seconds after a rotation during which the token before it is still taken, for a second tab. */
export const REFRESH_GRACE_SECONDS = 30;

/** Seconds after a proof of the password in which calls with `needsRecentProof` are let through (ID-03). */
export const RECENT_PROOF_SECONDS = 10 * 60;

/** Seconds that the link of a mail is good for. */
export const VERIFICATION_LINK_SECONDS = 3 * 24 * 3600;
export const RESET_LINK_SECONDS = 3600;

/** Wrong passwords for one account from one address before it has to wait. */
export const LOGIN_FAILURES_PER_ACCOUNT_AND_ADDRESS = { tries: 10, seconds: 15 * 60 } as const;

/**
 * Wrong passwords for one account, by its name and its e-mail address together, from everywhere but devices on which its
 * person has logged in before; those go on.
 */
export const LOGIN_FAILURES_PER_ACCOUNT = { tries: 30, seconds: 3600 } as const;

/** Wrong passwords from one address over all accounts before it has to wait. */
export const LOGIN_FAILURES_PER_ADDRESS = { tries: 100, seconds: 15 * 60 } as const;

/** A new verification mail at most this often (SV-08). */
export const VERIFICATION_MAIL_SECONDS = 60;

/** Days without activity after which a guest's account ends (SV-03). */
export const GUEST_DAYS = 30;

/** Names in one question for people's pictures. */
export const PICTURES_MAX = 50;
