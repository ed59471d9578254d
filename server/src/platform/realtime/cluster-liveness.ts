/** Heartbeats are sent every two seconds and return within moments. */
const ALIVE_WITHIN_MS = 5000;
/** A heartbeat that Redis has accepted and that was not read after this long will never be read. */
const STALE_AFTER_MS = 10_000;

/**
 * Detects whether this node reads the stream, by its own heartbeats. An accepted heartbeat that never returns means
 * that the read position is wrong: Redis restarted empty with its clock set back.
 */
export function createLiveness(now: () => number = () => performance.now()) {
  let receivedAt: number | undefined;
  let acceptedAt: number | undefined;
  return {
    noteReceived: () => {
      receivedAt = now();
      acceptedAt = undefined;
    },
    /** Redis has accepted a heartbeat. */
    noteAccepted: () => {
      acceptedAt ??= now();
    },
    hasReceived: () => receivedAt !== undefined,
    isAlive: () => receivedAt !== undefined && now() - receivedAt < ALIVE_WITHIN_MS,
    isStale: () => acceptedAt !== undefined && now() - acceptedAt > STALE_AFTER_MS,
    /** Resets the state after the stream was reopened. */
    reset: () => {
      receivedAt = undefined;
      acceptedAt = undefined;
    },
  };
}
