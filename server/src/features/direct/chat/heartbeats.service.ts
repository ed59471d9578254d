import { HEARTBEAT_MISSED_MS } from '@adda/contract/direct';

/** How often is looked for silent connections. */
const SWEEP_EVERY_MS = 1000;

type Options<C> = {
  /** Called for a connection that has been silent for too long. */
  readonly close: (connection: C) => void;
  readonly missedMs?: number | undefined;
  readonly sweepEveryMs?: number | undefined;
  /** Milliseconds of a clock that never goes back. */
  readonly now?: () => number;
};

/**
 * Closes open chats that say nothing for three heartbeats (SV-23): a chat that nobody looks at any more must not count
 * what comes as read. One sweep for all instead of a timer for each.
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
    /** Any event of a connection that is watched is a sign of life. */
    eventArrived(connection: C): void {
      if (lastEventAt.has(connection)) lastEventAt.set(connection, now());
    },
    forget: (connection: C) => void lastEventAt.delete(connection),
    sweep,
    stop: () => clearInterval(timer),
  };
}
