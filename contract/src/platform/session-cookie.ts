/**
 * Header with which a browser asks for its session in a cookie that no script can read, in place of a token in the response (ID-07).
 */
export const SESSION_HEADER = 'x-session';

/** The only value of `SESSION_HEADER`. */
export const COOKIE_SESSION = 'cookie';

/**
 * Header that names the user for whom a browser makes a call. If its cookie is that of another user meanwhile, the response is 409
 * `session_changed`, and the server does nothing.
 */
export const SESSION_USER_HEADER = 'x-session-user';

/** Names of the session's cookie: the first one on https, where the prefix binds it to this host (ID-07). */
export const SESSION_COOKIE = { https: '__Host-adda', http: 'adda_session' } as const;
