import type {
  Access,
  Route,
  RouteKey,
  RouteOutput,
  RouteRequest,
  RouteTable,
  UploadRule,
} from '@adda/contract';
import type { UploadedFile } from './uploads.ts';

/** Who is calling, from a verified token and the database. */
export type Actor = {
  readonly userId: number;
  readonly username: string;
  readonly role: 'user' | 'admin';
  readonly isGuest: boolean;
  readonly sessionId: string;
  /** Whether the password was proven for this session within `RECENT_PROOF_SECONDS` (ID-03). */
  readonly hasRecentProof: boolean;
};

/** Cookies of the call; `set` writes one that scripts can't read, for this site only. */
export type Cookies = {
  get(name: string): string | undefined;
  set(name: string, value: string, maxAgeSeconds: number): void;
};

/** Where a call comes from. `bearer` is the raw token, for the refresh alone. */
export type CallOrigin = {
  readonly address: string;
  readonly userAgent: string;
  readonly bearer: string | undefined;
  readonly cookies: Cookies;
};

type ActorOf<A extends Access> = A extends 'open' | 'public' ? { actor?: undefined } : { actor: Actor };

type FileOf<R extends Route> = R extends { readonly upload: UploadRule }
  ? { readonly file: UploadedFile | undefined }
  : unknown;

/** A body as it came, with the headers; of a route that says `raw`. */
export type RawBody = {
  readonly text: string;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
};

type RawOf<R extends Route> = R extends { readonly raw: true } ? { readonly raw: RawBody } : unknown;

/**
 * What a handler gets: the validated parts of the call, the actor where the route asks for one, the origin; of an
 * upload also the file, undefined when none was chosen. The file is removed once the call is answered.
 */
export type Call<R extends Route> = RouteRequest<R> &
  ActorOf<R['access']> &
  FileOf<R> &
  RawOf<R> & { readonly origin: CallOrigin };

/** Answers one route. */
export type Handler<R extends Route> = (call: Call<R>) => Promise<RouteOutput<R>> | RouteOutput<R>;

/** One handler for each route of a table, no more and no less. */
export type Handlers<T extends RouteTable> = { readonly [K in keyof T & RouteKey]: Handler<T[K]> };
