/** One place that a connection would go to: an address in its usual spelling and a port. */
export type Target = { readonly address: string; readonly port: number };

export type OutboundOptions = {
  /** All addresses of a name; the system's resolver unless a test says otherwise. */
  readonly resolve?: (name: string) => Promise<readonly string[]>;
  /** Whether a connection may go there; public addresses on ports 80 and 443 unless a test says otherwise. */
  readonly isAllowed?: (target: Target) => boolean;
};

export type FetchLimits = {
  /** Most bytes of the body, announced or not. */
  readonly maxBytes: number;
  /** For everything together: names, redirects, headers and the whole body. */
  readonly timeoutMs: number;
  /** The `accept` header; anything unless told. */
  readonly accept?: string;
};

/** What was fetched, and from where after all redirects. `contentType` is what the other side claims, '' if nothing. */
export type Fetched = { readonly bytes: Uint8Array; readonly contentType: string; readonly url: string };

/** The one way out for every address that a person gives. */
export type Outbound = {
  /** Fetches an address with GET. Throws `OutboundRefused`, whatever goes wrong. */
  fetchBytes(url: string, limits: FetchLimits): Promise<Fetched>;
};
