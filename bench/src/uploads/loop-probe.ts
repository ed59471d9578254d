/**
 * Loaded into the server with `--import`: measures the longest delay of the event loop, and the maximum CPU time of its
 * thread between two ticks. On a busy machine the delay is larger, because the thread waits for a CPU. Writes the
 * result to the file in `LOOP_PROBE_FILE` several times a second; `SIGUSR2` resets it.
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
