import * as z from 'zod/mini';

/**
 * Who may call a route. `public`: anybody with the API key; `session`: guests and registered users;
 * `registered`: no guests; `admin`: global admins; `open`: no API key either (health and documents); `signed`: whoever
 * holds a link that this server signed; the handler checks the signature.
 */
export type Access = 'open' | 'signed' | 'public' | 'session' | 'registered' | 'admin';

/** Names a row of `rateLimits`: which budget a call uses up (SV-103). */
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
  | 'webhook';

/** Bytes instead of JSON: what a route with `output: file` answers with. */
export type FileAnswer = {
  readonly bytes: Uint8Array | AsyncIterable<Uint8Array> | ByteSource;
  readonly contentType: string;
  /** How long the browser that asked may keep it; 0 for not at all. */
  readonly cacheSeconds: number;
  /** Whether everybody in between may keep it as well; nobody may unless said. */
  readonly isPublic?: boolean;
  /** The name of the file that a browser saves instead of showing it: letters, digits, dots and hyphens. */
  readonly downloadName?: string;
  /** A page of ours that our own pages may show in a frame; no other page may. */
  readonly isFramedByUs?: boolean;
};

/** Bytes that may be asked for in ranges: `read` answers those from `from` up to and with `to`. */
export type ByteSource = {
  readonly size: number;
  read(from: number, to: number): Promise<AsyncIterable<Uint8Array>>;
};

/** The output of a route that answers with bytes. */
export const file = z.custom<FileAnswer>();

/** Bytes of which one range may be asked for (206). */
export type RangedFileAnswer = FileAnswer & { readonly bytes: ByteSource };

/** The output of a route that answers with them. */
export const fileInRanges = z.custom<RangedFileAnswer>();

/**
 * A route that takes one file as multipart form data; the form's other fields are its `body`, as texts. `tooLarge` is
 * the code that answers a file above `maxBytes`.
 */
export type UploadRule = { readonly field: string; readonly maxBytes: number; readonly tooLarge: string };

/** One HTTP call of the contract. */
export type Route = {
  readonly summary: string;
  readonly access: Access;
  /** The limit that is counted for this call; `read` or `write` unless named. */
  readonly rate: RateName;
  /** The code that refuses guests of a route for `session`, before a byte of its body is read. */
  readonly guests?: string;
  /**
   * The caller must have proven within `RECENT_PROOF_SECONDS` that they are the owner of the account, and not only of a
   * session (ID-03): `true` answers 403 `reauthentication_needed` otherwise, before anything else about the call is
   * judged; `password_in_body` where the body carries the password and the handler compares it. Guests are exempt.
   */
  readonly needsRecentProof?: true | 'password_in_body';
  readonly params?: z.ZodMiniType;
  readonly query?: z.ZodMiniType;
  readonly body?: z.ZodMiniType;
  readonly upload?: UploadRule;
  /**
   * The handler gets the body's bytes as they came, and the headers, for a signature over them or a format of somebody
   * else; nothing of it is validated before.
   */
  readonly raw?: true;
  /**
   * The code that answers params, a query or a body that does not match, and a body that can't be read, where the
   * specification words it; 422 and the list of fields, or `malformed_request`, unless named.
   */
  readonly invalid?: string;
  readonly output: z.ZodMiniType;
  /** Status of success; 200 unless named. */
  readonly status?: 200 | 201;
  /** Every error code that a handler may answer with, besides the common ones of the platform. */
  readonly errors: readonly string[];
};

/** `METHOD /path`, with `:name` for a path parameter. */
export type RouteKey = `${'GET' | 'POST' | 'PATCH' | 'DELETE'} /${string}`;

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

/** What a client passes for a route: params, query and body as far as the route has them. */
export type RouteInput<R> = Part<R, 'params', 'input'> & Part<R, 'query', 'input'> & Part<R, 'body', 'input'>;

/** What a handler receives for a route, after validation. */
export type RouteRequest<R> = Part<R, 'params', 'output'> &
  Part<R, 'query', 'output'> &
  Part<R, 'body', 'output'>;

/** What a route answers on success. */
export type RouteOutput<R> = R extends { readonly output: infer S extends z.ZodMiniType }
  ? z.output<S>
  : never;
