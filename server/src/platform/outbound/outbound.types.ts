/** A connection target: a normalised IP address and a port. */
export type Target = { readonly address: string; readonly port: number };

export type OutboundOptions = {
  /** Returns all addresses of a name; default: the system's resolver. */
  readonly resolve?: (name: string) => Promise<readonly string[]>;
  /** Whether a connection to the target is allowed; default: public addresses on ports 80 and 443. */
  readonly isAllowed?: (target: Target) => boolean;
};

export type FetchLimits = {
  /** Limit of the body in bytes, with or without Content-Length. */
  readonly maxBytes: number;
  /** For the whole operation: name lookups, redirects, headers and body. */
  readonly timeoutMs: number;
  /** The `accept` header; any type by default. */
  readonly accept?: string;
  /** The claimed types that are read; others are refused. Any type by default. */
  readonly types?: readonly string[];
  /** Redirects that are followed; 5 by default. */
  readonly maxRedirects?: number;
  /** A longer body is cut off at the limit instead of being refused. */
  readonly mayCut?: boolean;
};

/** The fetched bytes and the final URL after redirects. `contentType` is the claimed type, '' if absent. */
export type Fetched = { readonly bytes: Uint8Array; readonly contentType: string; readonly url: string };

/** The only way to fetch URLs that users enter. */
export type Outbound = {
  /** Fetches a URL with GET. Throws `OutboundRefused` on every failure. */
  fetchBytes(url: string, limits: FetchLimits): Promise<Fetched>;
};

export type PosterOptions = Pick<OutboundOptions, 'resolve'> & {
  /** Addresses (CIDRs) that may be reached besides the public ones. None by default. */
  readonly allowAddresses?: readonly string[];
  /** The certificate (PEM) of the only authority that is trusted; default: those of Node.js. For tests. */
  readonly ca?: string;
};

export type PostRequest = {
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Uint8Array;
  /** For the whole operation: name lookup, connection, request and response. */
  readonly timeoutMs: number;
};

/** What a service answered to a POST. `retryAfter` is the header of that name, as it came. */
export type Posted = { readonly status: number; readonly retryAfter: string | undefined };

/** The only way to send something to a URL that users enter (R-17, PN-02). */
export type Poster = {
  /**
   * Sends bytes by https, to any port of an allowed address. Any status is a result; redirects are not followed. Throws
   * `OutboundRefused` on every failure.
   */
  postBytes(url: string, request: PostRequest): Promise<Posted>;
};

/** Why a URL was not fetched. For logs only: the user who entered the URL learns only that it failed. */
export type RefusalReason =
  | 'malformed'
  | 'scheme'
  | 'credentials'
  | 'name'
  | 'address'
  | 'redirects'
  | 'status'
  | 'type'
  | 'encoding'
  | 'size'
  | 'time'
  | 'network';

/** A URL that was refused, or whose response was not acceptable. */
export class OutboundRefused extends Error {
  override name = 'OutboundRefused';
  readonly reason: RefusalReason;

  constructor(reason: RefusalReason, options?: ErrorOptions) {
    super(`not fetched: ${reason}`, options);
    this.reason = reason;
  }
}
