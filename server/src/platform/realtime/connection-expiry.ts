const SWEEP_EVERY_MS = 1000;

/** A connection that closes when its token expires. */
type Expiring = { readonly identity: { readonly expiresAt: Date } };

/**
 * Calls `expire` for connections whose token has expired (SV-101). Uses one sweep instead of a timer per connection.
 */
export function createConnectionExpiry<C extends Expiring>(
  expire: (connection: C) => void,
  clock: () => Date = () => new Date(),
) {
  const open = new Set<C>();
  const timer = setInterval(() => {
    const now = clock().getTime();
    for (const connection of open) {
      if (connection.identity.expiresAt.getTime() > now) continue;
      open.delete(connection);
      expire(connection);
    }
  }, SWEEP_EVERY_MS).unref();
  return {
    watch: (connection: C) => void open.add(connection),
    forget: (connection: C) => void open.delete(connection),
    close: () => clearInterval(timer),
  };
}
