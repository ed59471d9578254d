export const USERNAME_MIN = 3;
export const USERNAME_MAX = 30;
export const DISPLAY_NAME_MAX = 40;
export const PASSWORD_MIN = 8;
export const PASSWORD_MAX = 128;

/** Minimum zxcvbn score (0 to 4) of a new password (ID-06). */
export const PASSWORD_SCORE_MIN = 2;
export const EMAIL_MAX = 254;

/** Lifetime of an access token in seconds. */
export const TOKEN_SECONDS = 60 * 60;

/** A session that is unused for this many seconds can no longer be refreshed. */
export const SESSION_SECONDS = 14 * 24 * 3600;

/** Maximum lifetime of a session in seconds, regardless of use; afterwards the user has to log in again. */
export const SESSION_MAX_SECONDS = 90 * 24 * 3600;

/** Seconds after a rotation during which the previous token is still accepted, for a second tab. */
export const REFRESH_GRACE_SECONDS = 30;

/** Seconds after a proof of the password during which routes with `needsRecentProof` accept the caller (ID-03). */
export const RECENT_PROOF_SECONDS = 10 * 60;

/** Lifetime of a link in a mail, in seconds. */
export const VERIFICATION_LINK_SECONDS = 3 * 24 * 3600;
export const RESET_LINK_SECONDS = 3600;
/** How long a change of the e-mail address or a login can be undone from the old address, in seconds from then (ID-05). */
export const UNDO_LINK_SECONDS = 7 * 24 * 3600;

/** Wrong passwords for one account from one address before further tries are throttled. */
export const LOGIN_FAILURES_PER_ACCOUNT_AND_ADDRESS = { tries: 10, seconds: 15 * 60 } as const;

/**
 * Wrong passwords for one account (by username and e-mail address together) from all addresses before further tries are
 * throttled. Devices on which the owner has logged in before are exempt.
 */
export const LOGIN_FAILURES_PER_ACCOUNT = { tries: 30, seconds: 3600 } as const;

/** Wrong passwords from one address for all accounts before further tries are throttled. */
export const LOGIN_FAILURES_PER_ADDRESS = { tries: 100, seconds: 15 * 60 } as const;

/** Minimum seconds between two verification mails (SV-08). */
export const VERIFICATION_MAIL_SECONDS = 60;

/** Days without activity after which a guest account is deleted (SV-03). */
export const GUEST_DAYS = 30;

/** Maximum number of users in one request for names and pictures (HM-07). */
export const PEOPLE_MAX = 100;

/** Passkeys an account may have, and the length of their names (ID-01). */
export const PASSKEYS_MAX = 20;
export const PASSKEY_NAME_MAX = 60;

/** Seconds that the challenge of a passkey, or of the second factor of a login, works (ID-01, ID-02). */
export const CHALLENGE_SECONDS = 5 * 60;

/** Wrong codes after which the challenge of a login ends (ID-02). */
export const CHALLENGE_TRIES = 5;

/** Number of recovery codes that are made at once (ID-02). */
export const RECOVERY_CODES = 10;

/** Codes of authenticator apps (RFC 6238): seconds of a step, and digits (ID-02). */
export const TOTP_SECONDS = 30;
export const TOTP_DIGITS = 6;
