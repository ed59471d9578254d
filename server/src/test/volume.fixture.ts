/**
 * How often a test of chance or of many repeats itself: what shows a fault in nearly every run, and `full` in
 * `npm run test:all`, which may take its time.
 */
export const volume = (usual: number, full: number): number => (process.env['TEST_ALL'] ? full : usual);
