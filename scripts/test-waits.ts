import { vi } from 'vitest';

/** Timeout of waits in tests, sufficient for a busy machine. A wait ends as soon as its condition is met. */
const TIMEOUT_MS = 20_000;

type Waiting = Parameters<typeof vi.waitFor>[1];

const withTimeout = (options: Waiting): Waiting =>
  typeof options === 'number' ? options : { timeout: TIMEOUT_MS, ...options };

const { waitFor, waitUntil } = vi;

// Vitest has a setting for `expect.poll` only; `vi.waitFor` and `vi.waitUntil` time out after a second. The files of
// a worker may share `vi`, and this runs before each of them.
if (waitFor.name !== 'patientWaitFor') {
  vi.waitFor = function patientWaitFor(check, options) {
    return waitFor(check, withTimeout(options));
  };
  vi.waitUntil = (check, options) => waitUntil(check, withTimeout(options));
}
