/**
 * Every event of the security log with its level (ID-08): `info` for what succeeded, `warn` for what was refused, failed, or what
 * an owner calls an attack. docs/operating.md says how to read them.
 */
export const SECURITY_EVENTS = {
  /** A login was completed, by a password, a second factor or a passkey. */
  login_succeeded: 'info',
  /** The password of a login was right, and the second factor is asked for. */
  login_first_step: 'info',
  /** A name, a password or a passkey of a login was wrong. */
  login_failed: 'warn',
  /** The second step of a login failed: a wrong code, or a challenge that is used up or expired. */
  second_factor_failed: 'warn',
  /** A recovery code was used in place of the authenticator app. */
  recovery_code_used: 'info',
  /** A login with a browser, on a device or from a country that is new to the account. */
  new_device: 'info',
  /** A session was ended by its own user. */
  logged_out: 'info',
  /** An account was registered. */
  account_created: 'info',
  /** A guest account was created. */
  guest_entered: 'info',
  /** A guest became a registered user. */
  guest_upgraded: 'info',
  /** An account was deleted by its owner. */
  account_deleted: 'info',
  /** A user proved again who they are. */
  reauthenticated: 'info',
  /** A logged-in user gave a wrong password, code or passkey as a proof. */
  reauthentication_failed: 'warn',
  /** A password was changed by its owner. */
  password_changed: 'info',
  /** A reset link was asked for; whether the address is known is not looked up here, so no user is named. */
  password_reset_asked: 'info',
  /** A new password was set by a reset link. */
  password_reset: 'info',
  /** Another e-mail address was asked for. */
  email_change_asked: 'info',
  /** The new e-mail address was confirmed. */
  email_changed: 'info',
  /** An authenticator app was confirmed. */
  second_factor_added: 'info',
  /** The authenticator app was removed. */
  second_factor_removed: 'info',
  /** New recovery codes replaced the old ones. */
  recovery_codes_renewed: 'info',
  /** A passkey was added. */
  passkey_added: 'info',
  /** A passkey was removed. */
  passkey_removed: 'info',
  /** A user ended one or all of their other sessions. */
  session_revoked: 'info',
  /** The owner pressed 'This was not me' in the mail about a login. */
  login_disowned: 'warn',
  /** The owner pressed 'This was not me' in the mail about a change of the address, and has it back. */
  account_taken_back: 'warn',
  /** The limit of wrong passwords or codes was reached: the guess was not even compared. */
  guesses_blocked: 'warn',
  /** A limit of requests, events or connections was reached. */
  rate_limited: 'warn',
  /** A socket was closed because of too much traffic. */
  socket_flooded: 'warn',
  /** A call was refused with 403; `code` says why. */
  access_refused: 'warn',
  /** Another site sent a call with the cookie of a user, or opened a socket. */
  foreign_origin: 'warn',
  /** A call was meant for another user than that of the cookie. */
  session_changed: 'warn',
  /** A token of a mail was unknown, expired or used. */
  mail_link_refused: 'warn',
  /** The signature of a link to a file is wrong, or the link was made for another user. */
  file_link_forged: 'warn',
  /** The signature or the content of an access token is wrong. */
  token_forged: 'warn',
  /** A token was used that its session has replaced; the session was ended. */
  token_reused: 'warn',
  /** A webhook was not signed by the payment provider. */
  webhook_forged: 'warn',
  /** A URL of a user leads to an address that may not be fetched; `reason` says why. */
  outbound_refused: 'warn',
  /** Entries of an event were left out during a minute, because there were too many; `count` says how many. */
  entries_left_out: 'warn',
} as const satisfies Readonly<Record<string, 'info' | 'warn'>>;

export type SecurityEvent = keyof typeof SECURITY_EVENTS;
