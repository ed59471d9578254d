import * as z from 'zod/mini';

/**
 * Who may call a route. `public`: every client with the API key; `session`: guests and registered users;
 * `registered`: no guests; `admin`: global admins; `open`: no API key needed either (health and documents); `signed`:
 * holders of a link that this server signed; the handler checks the signature.
 */
export type Access = 'open' | 'signed' | 'public' | 'session' | 'registered' | 'admin';

/** Names an entry of `rateLimits`: the limit that a call counts towards (SV-103). */
export type RateName =
  | 'read'
  | 'write'
  | 'login'
  | 'register'
  | 'guest'
  | 'refresh'
  | 'mail'
  | 'create_group'
  | 'upload'
  | 'file'
  | 'search'
  | 'report'
  | 'spin'
  | 'ad_click'
  | 'gift'
  | 'draft'
  | 'webhook';

/** Response of a route with `output: file`: bytes instead of JSON. */
export type FileResponse = {
  readonly bytes: Uint8Array | AsyncIterable<Uint8Array> | ByteSource;
  readonly contentType: string;
  /** Seconds that the browser may cache the response; 0 means no caching. */
  readonly cacheSeconds: number;
  /** Whether shared caches may store the response as well; by default they may not. */
  readonly isPublic?: boolean;
  /** Filename for a download instead of inline display: letters, digits, dots and hyphens. */
  readonly downloadName?: string;
  /** Whether pages of this application may show the response in a frame; other sites may not. */
  readonly mayBeFramed?: boolean;
};

/** Bytes that may be requested in ranges: `read` returns those from `from` to `to`, both inclusive. */
export type ByteSource = {
  readonly size: number;
  read(from: number, to: number): Promise<AsyncIterable<Uint8Array>>;
};

/** Output schema of a route that responds with bytes. */
export const file = z.custom<FileResponse>();

/** Bytes of which one range may be requested (206). */
export type RangedFileResponse = FileResponse & { readonly bytes: ByteSource };

/** Output schema of a route that responds with ranges of bytes. */
export const fileInRanges = z.custom<RangedFileResponse>();

/**
 * A route that accepts one file as multipart form data; the other fields of the form are its `body`, as texts. `tooLarge`
 * is the error code for a file above `maxBytes`.
 */
export type UploadRule = { readonly field: string; readonly maxBytes: number; readonly tooLarge: string };

/** One HTTP route of the contract. */
export type Route = {
  readonly summary: string;
  readonly access: Access;
  /** The rate limit that this call counts towards; by default `read` or `write`. */
  readonly rate: RateName;
  /** Error code that refuses guests on a route for `session`, before the body is read. */
  readonly guests?: string;
  /**
   * The caller must have proven within `RECENT_PROOF_SECONDS` that they are the owner of the account, and not only of a
   * session (ID-03). With `true` the response is 403 `reauthentication_needed` otherwise, before any other check of the
   * call. `password_in_body`: the body carries the password and the handler compares it. Guests are exempt.
   */
  readonly needsRecentProof?: true | 'password_in_body';
  /**
   * `starts`: the response carries a new token as `access_token`. With `SESSION_HEADER`, or if the call rests on the session cookie,
   * the token goes into that cookie and the response has neither `access_token` nor `token` (ID-07). `ends`: the cookie is removed.
   */
  readonly session?: 'starts' | 'ends';
  readonly params?: z.ZodMiniType;
  readonly query?: z.ZodMiniType;
  readonly body?: z.ZodMiniType;
  readonly upload?: UploadRule;
  /**
   * The handler receives the raw bytes of the body and the headers, for a signature check or a third-party format; neither
   * is validated before.
   */
  readonly raw?: true;
  /**
   * Error code for params, query or body that do not match, and for an unreadable body, where the specification defines
   * one; by default 422 with the list of fields, or `malformed_request`.
   */
  readonly invalid?: string;
  readonly output: z.ZodMiniType;
  /** Status of success; by default 200. */
  readonly status?: 200 | 201;
  /** Every error code that the handler may return, in addition to the common ones of the platform. */
  readonly errors: readonly string[];
};

/** `METHOD /path`, with `:name` for a path parameter. */
export type RouteKey = `${'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'} /${string}`;

/** A feature's routes by key. */
export type RouteTable = Readonly<Record<RouteKey, Route>>;

/** Declares a feature's routes. */
export function defineRoutes<const T extends RouteTable>(routes: T): T {
  return routes;
}

type Part<R, K extends 'params' | 'query' | 'body', Side extends 'input' | 'output'> = R extends {
  readonly [P in K]: infer S extends z.ZodMiniType;
}
  ? { readonly [P in K]: Side extends 'input' ? z.input<S> : z.output<S> }
  : unknown;

/** Input of a route on the client: params, query and body, as far as the route has them. */
export type RouteInput<R> = Part<R, 'params', 'input'> & Part<R, 'query', 'input'> & Part<R, 'body', 'input'>;

/** Input of the handler of a route, after validation. */
export type RouteRequest<R> = Part<R, 'params', 'output'> &
  Part<R, 'query', 'output'> &
  Part<R, 'body', 'output'>;

/** Output of a route on success. */
export type RouteOutput<R> = R extends { readonly output: infer S extends z.ZodMiniType }
  ? z.output<S>
  : never;
