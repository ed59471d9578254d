import { HEARTBEAT_MISSED_MS } from '@adda/contract/direct';

/** Interval of the check for silent connections, in milliseconds. */
const SWEEP_EVERY_MS = 1000;

type Options<C> = {
  /** Called for a connection that has been silent for too long. */
  readonly close: (connection: C) => void;
  readonly missedMs?: number | undefined;
  readonly sweepEveryMs?: number | undefined;
  /** Monotonic clock in milliseconds. */
  readonly now?: () => number;
};

/**
 * Closes open chats without an event for three heartbeats (SV-23): messages must not count as read in a chat that is no
 * longer looked at. One periodic check for all connections instead of a timer for each.
 */
export function createHeartbeats<C extends object>(options: Options<C>) {
  const { close, missedMs = HEARTBEAT_MISSED_MS, sweepEveryMs, now = () => performance.now() } = options;
  const lastEventAt = new Map<C, number>();
  function sweep(): void {
    const oldest = now() - missedMs;
    for (const [connection, at] of lastEventAt) {
      if (at > oldest) continue;
      lastEventAt.delete(connection);
      close(connection);
    }
  }
  const timer = setInterval(sweep, sweepEveryMs ?? SWEEP_EVERY_MS).unref();
  return {
    watch: (connection: C) => void lastEventAt.set(connection, now()),
    /** Any event of a watched connection counts as a heartbeat. */
    eventArrived(connection: C): void {
      if (lastEventAt.has(connection)) lastEventAt.set(connection, now());
    },
    forget: (connection: C) => void lastEventAt.delete(connection),
    sweep,
    stop: () => clearInterval(timer),
  };
}
