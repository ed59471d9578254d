import type { RateName } from '../kernel/route.ts';

/** Header that carries the API key on every call (AU-07, X-57). It names the client and protects nothing. */
export const API_KEY_HEADER = 'x-api-key';

/** The key of the web app, unless the setting API_KEY says otherwise. */
export const DEFAULT_API_KEY = 'adda-web';

/** Largest JSON body, in bytes. */
export const JSON_BODY_BYTES = 64 * 1024;

/** Largest body of a route that takes it as it comes, in bytes. */
export const RAW_BODY_BYTES = 1024 * 1024;

/**
 * Events that may wait on one connection, with those whose commit is under way, and the characters in those that wait
 * (a number or a field counts as some of them). One that comes on top ends the connection with `too_many_events`. For
 * the safety of memory; it holds always.
 */
export const WAITING_EVENTS = 100;
export const WAITING_EVENT_CHARACTERS = 64 * 1024;

/**
 * What one person may send of one kind of event on all connections together: so many at once, and as many again in so
 * many seconds. What is above is refused with `rate_limited`.
 */
export type EventLimit = { readonly calls: number; readonly seconds: number };

/** Events of one person that may be refused, unknown ones included; with one more the connection ends. */
export const REFUSED_EVENTS: EventLimit = { calls: 60, seconds: 60 };

/** Packets of any kind on one connection, pings among them; with one more it ends. */
export const PACKETS: EventLimit = { calls: 400, seconds: 20 };

/** Connections that one person may open, and that may come from one address. */
export const CONNECTS_OF_PERSON: EventLimit = { calls: 120, seconds: 60 };
export const CONNECTS_OF_ADDRESS: EventLimit = { calls: 1200, seconds: 60 };

/** Seconds that a client waits before it reconnects after `too_many_events`. */
export const CALM_DOWN_SECONDS = 10;

/** Usual numbers of connections that one account and one address may hold; settings change them. */
export const DEFAULT_SOCKETS_PER_ACCOUNT = 30;
export const DEFAULT_SOCKETS_PER_ADDRESS = 300;

/** Calls allowed in a window of seconds (SV-103); counted per user, per address where nobody is logged in. */
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
  webhook: { calls: 3000, seconds: 60 },
};
