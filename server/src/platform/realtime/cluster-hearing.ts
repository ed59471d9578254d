/** Beats come every two seconds and come back within moments. */
const HEARD_WITHIN_MS = 5000;
/** What Redis took and this node does not get to read for so long, it never will. */
const DEAF_AFTER_MS = 10_000;

/**
 * Whether this node hears the stream, told by its own beats coming back. One that Redis took and that never comes means
 * reading at the wrong place: Redis came back empty with a clock that went backwards.
 */
export function createHearing(now: () => number = () => performance.now()) {
  let heardAt: number | undefined;
  let unheardSince: number | undefined;
  return {
    heard: () => {
      heardAt = now();
      unheardSince = undefined;
    },
    /** Redis took a beat. */
    answered: () => {
      unheardSince ??= now();
    },
    hasHeard: () => heardAt !== undefined,
    isHeard: () => heardAt !== undefined && now() - heardAt < HEARD_WITHIN_MS,
    isDeaf: () => unheardSince !== undefined && now() - unheardSince > DEAF_AFTER_MS,
    /** Reading starts anew. */
    reset: () => {
      heardAt = undefined;
      unheardSince = undefined;
    },
  };
}
