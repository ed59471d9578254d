/** Why a URL was not fetched. For logs only: the user who entered the URL learns only that it failed. */
export type RefusalReason =
  | 'malformed'
  | 'scheme'
  | 'credentials'
  | 'name'
  | 'address'
  | 'redirects'
  | 'status'
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
