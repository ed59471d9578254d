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

/** The authenticated caller, from a verified token and the database. */
export type Actor = {
  readonly userId: number;
  readonly username: string;
  readonly role: 'user' | 'admin';
  readonly isGuest: boolean;
  readonly sessionId: string;
  /** Whether the user has proven in this session within `RECENT_PROOF_SECONDS` who they are (ID-03). */
  readonly hasRecentProof: boolean;
  /** Whether the password alone proves who the user is: not with an authenticator app, nor without a password (ID-03). */
  readonly isPasswordEnough: boolean;
  /** Whether the user has an authenticator app or a passkey (ID-04). */
  readonly hasSecondFactor: boolean;
};

/** Cookies of the request. `set` writes an HttpOnly cookie for this site only. */
export type Cookies = {
  get(name: string): string | undefined;
  set(name: string, value: string, maxAgeSeconds: number): void;
};

/** How a call deals with the session cookie (ID-07). */
export type SessionCookie = {
  /** Whether the client asks for its session in the cookie. Throws `foreign_origin` if another site asks. */
  readonly isWanted: () => boolean;
  /**
   * Returns the token of the cookie and notes that the call rests on it; undefined without a cookie. Throws `foreign_origin` for a write
   * that another site began.
   */
  readonly use: () => string | undefined;
  /** Whether the call rests on the cookie. */
  readonly isUsed: () => boolean;
  /** Throws `session_changed` if the call was meant for another user than that of the cookie. */
  readonly checkUser: (username: string) => void;
  readonly set: (token: string) => void;
  readonly remove: () => void;
};

/** The source of a request. `bearer` and the session cookie are raw tokens, for the few handlers that check them themselves. */
export type CallOrigin = {
  readonly address: string;
  readonly userAgent: string;
  /** The client's country (ISO 3166-1 alpha-2), if a trusted proxy names it. */
  readonly country: string | undefined;
  readonly bearer: string | undefined;
  readonly sessionCookie: Pick<SessionCookie, 'use' | 'checkUser'>;
  readonly cookies: Cookies;
};

type ActorOf<A extends Access> = A extends 'open' | 'public' ? { actor?: undefined } : { actor: Actor };

type FileOf<R extends Route> = R extends { readonly upload: UploadRule }
  ? { readonly file: UploadedFile | undefined }
  : unknown;

/** An unparsed body with its headers, for routes with `raw`. */
export type RawBody = {
  readonly text: string;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
};

type RawOf<R extends Route> = R extends { readonly raw: true } ? { readonly raw: RawBody } : unknown;

/**
 * The input of a handler: the validated parts of the request, the actor where the route requires one, and the origin;
 * for an upload also the file, undefined when none was chosen. The file is removed after the response.
 */
export type Call<R extends Route> = RouteRequest<R> &
  ActorOf<R['access']> &
  FileOf<R> &
  RawOf<R> & { readonly origin: CallOrigin };

/** Handles one route. */
export type Handler<R extends Route> = (call: Call<R>) => Promise<RouteOutput<R>> | RouteOutput<R>;

/** Exactly one handler for each route of a table. */
export type Handlers<T extends RouteTable> = { readonly [K in keyof T & RouteKey]: Handler<T[K]> };
