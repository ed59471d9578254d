import type { RateName } from '../kernel/route.ts';

/** Header that carries the API key on every call (AU-07, X-57). It names the client and protects nothing. */
export const API_KEY_HEADER = 'x-api-key';

/** The key of the web app, unless the setting API_KEY says otherwise. */
export const DEFAULT_API_KEY = 'adda-web';

/** Largest JSON body, in bytes. */
export const JSON_BODY_BYTES = 64 * 1024;

/** Largest body of a route that takes it as it comes, in bytes. */
export const RAW_BODY_BYTES = 1024 * 1024;

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
