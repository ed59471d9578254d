/**
 * Number of repetitions of a randomized or bulk test: `usual` finds a fault in nearly every run, `full` is for `npm run
 * test:all`, which may take longer.
 */
export const volume = (usual: number, full: number): number => (process.env['TEST_ALL'] ? full : usual);
