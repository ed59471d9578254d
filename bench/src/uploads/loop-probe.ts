/**
 * Loaded into the server with `--import`: the longest that its event loop was held, and the most time that its thread
 * was really at work meanwhile. On a busy machine the first is larger, because the thread waits for a processor.
 * Counts anew after `SIGUSR2`; what was found is written to the file that `LOOP_PROBE_FILE` names.
 */
import { writeFileSync } from 'node:fs';

const LOOK_EVERY_MS = 5;
const WRITE_EVERY_MS = 250;
const file = process.env.LOOP_PROBE_FILE ?? '';

let found = { heldMs: 0, workedMs: 0 };
let lastTime = performance.now();
let lastWork = process.threadCpuUsage();
let lastWrite = 0;

const look = () => {
  const now = performance.now();
  const work = process.threadCpuUsage(lastWork);
  found.heldMs = Math.max(found.heldMs, now - lastTime - LOOK_EVERY_MS);
  found.workedMs = Math.max(found.workedMs, (work.user + work.system) / 1000);
  if (now - lastWrite > WRITE_EVERY_MS) {
    writeFileSync(file, JSON.stringify(found));
    lastWrite = now;
  }
  lastTime = performance.now();
  lastWork = process.threadCpuUsage();
  setTimeout(look, LOOK_EVERY_MS).unref();
};
look();
process.on('SIGUSR2', () => (found = { heldMs: 0, workedMs: 0 }));
