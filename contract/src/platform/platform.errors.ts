import { defineErrors } from '../kernel/errors.ts';

/** Errors that any route may return. */
export const platformErrors = defineErrors({
  validation_failed: { status: 422, detail: 'Some fields need another look.' },
  malformed_request: { status: 400, detail: 'This request could not be read.' },
  body_too_large: { status: 413, detail: 'This is too large to send.' },
  json_expected: { status: 415, detail: 'Please send JSON.' },
  form_expected: { status: 415, detail: 'Please send a form with a file.' },
  invalid_api_key: { status: 401, detail: 'Invalid API key' },
  not_authenticated: { status: 401, detail: 'Not authenticated' },
  invalid_token: { status: 401, detail: 'Invalid token' },
  token_expired: { status: 401, detail: 'Token expired' },
  account_suspended: { status: 403, detail: 'Account suspended' },
  /** A write, a socket or a login by cookie that another site began (ID-07). */
  foreign_origin: { status: 403, detail: 'This came from another site, so nothing was done.' },
  /** The session cookie is not that of the user whom `SESSION_USER_HEADER` names (ID-07). */
  session_changed: { status: 409, detail: 'Somebody else is logged in in this browser now.' },
  /** On routes with `needsRecentProof`: call `POST /auth/reauthenticate`, then repeat the request (ID-03). */
  reauthentication_needed: { status: 403, detail: 'Please enter your password again to go on.' },
  registered_only: { status: 403, detail: 'Guests need a permanent account for this.' },
  /** On admin routes, for an admin without an authenticator app or a passkey (ID-04). */
  second_factor_required: {
    status: 403,
    detail: 'Please set up an authenticator app or a passkey in your settings first.',
  },
  admin_only: { status: 403, detail: 'Only administrators can do this.' },
  /** Administrators can't decide their own cases and can't give themselves anything. */
  own_case: { status: 403, detail: 'This concerns you, so another administrator has to decide it.' },
  not_found: { status: 404, detail: 'Not found' },
  invalid_parameters: { status: 400, detail: 'Invalid request parameters' },
  rate_limited: { status: 429, detail: 'Too many requests. Please try again in {retry_after} seconds.' },
  /** A connection has more events waiting, or its user has sent more events, than allowed; the connection is closed. */
  too_many_events: {
    status: 429,
    detail:
      'Too much came at once, so this connection was closed. Please try again in {retry_after} seconds.',
  },
  /** An account or an address has reached its limit of connections. */
  too_many_connections: {
    status: 429,
    detail: 'Adda is open in too many places at once. Close some of them and try again.',
  },
  internal: { status: 500, detail: 'Something went wrong on our side. Please try again.' },
  storage_full: {
    status: 503,
    detail: 'Adda is out of space right now. Nothing was changed; please try again later.',
  },
  /**
   * A service that Adda needs, mainly the database, does not respond. Nothing was changed, or the outcome is unknown; the
   * client retries.
   */
  unavailable: {
    status: 503,
    detail: 'Adda is catching its breath. Please try again in a moment.',
  },
  /** From `/health` only: no request got a response in time for some seconds. */
  overloaded: { status: 503, detail: 'Adda is very busy right now. Please try again in a moment.' },
  draining: { status: 503, detail: 'Adda is restarting. Please try again in a moment.' },
});

/** Codes that any route may return; each route lists only its additional codes. */
export const commonErrors = Object.keys(platformErrors);
