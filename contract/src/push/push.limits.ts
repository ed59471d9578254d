/** Most subscriptions of an account; the one that was subscribed or renewed longest ago ends first (PN-02). */
export const PUSH_SUBSCRIPTIONS_MAX = 20;

/** Most characters of the address of a push service (PN-02). */
export const PUSH_ENDPOINT_MAX = 2048;

/** Most bytes of a payload before its encryption (PN-03). */
export const PUSH_PAYLOAD_MAX_BYTES = 3072;

/** Waiting times before each further try of a push that its service could not take, in seconds (PN-03). */
export const PUSH_RETRY_SECONDS: readonly number[] = [10, 30, 120, 300, 900, 1800];
