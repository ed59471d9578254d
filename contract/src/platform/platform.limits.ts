import type { RateName } from '../kernel/route.ts';

/** Header with the API key on every call (AU-07, X-57). It identifies the client and protects nothing. */
export const API_KEY_HEADER = 'x-api-key';

/** The API key of the web app; the setting API_KEY overrides it. */
export const DEFAULT_API_KEY = 'adda-web';

/** The page that asks where something from another app goes, and where browsers send it (PN-01). */
export const SHARE_PATH = '/share';

/** Maximum JSON body, in bytes. */
export const JSON_BODY_BYTES = 64 * 1024;

/** Maximum body of a route with `raw`, in bytes. */
export const RAW_BODY_BYTES = 1024 * 1024;

/**
 * Limits per connection, which protect memory and always apply: the number of waiting events, including those whose commit
 * is in progress, and the characters in the waiting events (a number or a field counts as several). One event more closes
 * the connection with `too_many_events`.
 */
export const WAITING_EVENTS = 100;
export const WAITING_EVENT_CHARACTERS = 64 * 1024;

/**
 * Limit of one kind of event of one user over all connections: a burst of `calls`, refilled over `seconds`. Events above it
 * are refused with `rate_limited`.
 */
export type EventLimit = { readonly calls: number; readonly seconds: number };

/** Limit of refused events per user, unknown events included; one more closes the connection. */
export const REFUSED_EVENTS: EventLimit = { calls: 60, seconds: 60 };

/** Limit of packets of any kind on one connection, pings included; one more closes it. */
export const PACKETS: EventLimit = { calls: 400, seconds: 20 };

/** Limits of opening connections, per user and per address. */
export const CONNECTS_OF_PERSON: EventLimit = { calls: 120, seconds: 60 };
export const CONNECTS_OF_ADDRESS: EventLimit = { calls: 1200, seconds: 60 };

/** Seconds that a client waits before it reconnects after `too_many_events`. */
export const RECONNECT_BLOCK_SECONDS = 10;

/** Default limits of open connections per account and per address; settings change them. */
export const DEFAULT_SOCKETS_PER_ACCOUNT = 30;
export const DEFAULT_SOCKETS_PER_ADDRESS = 300;

/** Allowed calls in a window of seconds (SV-103), counted per user, or per address for calls without a session. */
export const rateLimits: Readonly<Record<RateName, { readonly calls: number; readonly seconds: number }>> = {
  read: { calls: 300, seconds: 60 },
  write: { calls: 60, seconds: 60 },
  login: { calls: 30, seconds: 60 },
  register: { calls: 20, seconds: 3600 },
  guest: { calls: 20, seconds: 3600 },
  refresh: { calls: 60, seconds: 60 },
  mail: { calls: 10, seconds: 3600 },
  create_group: { calls: 5, seconds: 86_400 },
  upload: { calls: 30, seconds: 600 },
  file: { calls: 3000, seconds: 60 },
  search: { calls: 30, seconds: 60 },
  report: { calls: 20, seconds: 3600 },
  spin: { calls: 30, seconds: 60 },
  ad_click: { calls: 120, seconds: 60 },
  gift: { calls: 60, seconds: 60 },
  draft: { calls: 120, seconds: 60 },
  webhook: { calls: 3000, seconds: 60 },
};
