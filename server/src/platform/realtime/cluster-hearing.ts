/** Heartbeats are sent every two seconds and return within moments. */
const HEARD_WITHIN_MS = 5000;
/** A heartbeat that Redis has accepted and that was not read after this long will never be read. */
const DEAF_AFTER_MS = 10_000;

/**
 * Detects whether this node reads the stream, by its own heartbeats. An accepted heartbeat that never returns means
 * that the read position is wrong: Redis restarted empty with its clock set back.
 */
export function createHearing(now: () => number = () => performance.now()) {
  let heardAt: number | undefined;
  let unheardSince: number | undefined;
  return {
    heard: () => {
      heardAt = now();
      unheardSince = undefined;
    },
    /** Redis has accepted a heartbeat. */
    answered: () => {
      unheardSince ??= now();
    },
    hasHeard: () => heardAt !== undefined,
    isHeard: () => heardAt !== undefined && now() - heardAt < HEARD_WITHIN_MS,
    isDeaf: () => unheardSince !== undefined && now() - unheardSince > DEAF_AFTER_MS,
    /** Resets the state after the stream was reopened. */
    reset: () => {
      heardAt = undefined;
      unheardSince = undefined;
    },
  };
}
