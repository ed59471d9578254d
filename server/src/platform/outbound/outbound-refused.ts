/** Why an address was not fetched. For logs alone: whoever gave the address learns only that it failed. */
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

/** An address that was refused, or that did not answer as it must. */
export class OutboundRefused extends Error {
  override name = 'OutboundRefused';
  readonly reason: RefusalReason;

  constructor(reason: RefusalReason, options?: ErrorOptions) {
    super(`not fetched: ${reason}`, options);
    this.reason = reason;
  }
}
