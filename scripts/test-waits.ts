import { vi } from 'vitest';

/** For what a test waits for as long as a busy machine may need; waiting ends as soon as it is there. */
const PATIENCE_MS = 20_000;

type Waiting = Parameters<typeof vi.waitFor>[1];

const patient = (options: Waiting): Waiting =>
  typeof options === 'number' ? options : { timeout: PATIENCE_MS, ...options };

const { waitFor, waitUntil } = vi;

// Vitest has a setting for `expect.poll` alone; its other two ways to wait give up after a second. The files of a worker
// may share `vi`, and this runs before each of them.
if (waitFor.name !== 'patientWaitFor') {
  vi.waitFor = function patientWaitFor(check, options) {
    return waitFor(check, patient(options));
  };
  vi.waitUntil = (check, options) => waitUntil(check, patient(options));
}
