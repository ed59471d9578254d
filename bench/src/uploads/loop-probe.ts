/**
 * Loaded into the server with `--import`: measures the longest delay of the event loop, and the maximum CPU time of its
 * thread between two ticks. On a busy machine the delay is larger, because the thread waits for a CPU. Writes the
 * result to the file in `LOOP_PROBE_FILE` several times a second; `SIGUSR2` resets it.
 */
import { writeFileSync } from 'node:fs';

const SAMPLE_INTERVAL_MS = 5;
const WRITE_EVERY_MS = 250;
const file = process.env.LOOP_PROBE_FILE ?? '';

let maximum = { heldMs: 0, workedMs: 0 };
let lastTime = performance.now();
let lastWork = process.threadCpuUsage();
let lastWrite = 0;

const sample = () => {
  const now = performance.now();
  const work = process.threadCpuUsage(lastWork);
  maximum.heldMs = Math.max(maximum.heldMs, now - lastTime - SAMPLE_INTERVAL_MS);
  maximum.workedMs = Math.max(maximum.workedMs, (work.user + work.system) / 1000);
  if (now - lastWrite > WRITE_EVERY_MS) {
    writeFileSync(file, JSON.stringify(maximum));
    lastWrite = now;
  }
  lastTime = performance.now();
  lastWork = process.threadCpuUsage();
  setTimeout(sample, SAMPLE_INTERVAL_MS).unref();
};
sample();
process.on('SIGUSR2', () => (maximum = { heldMs: 0, workedMs: 0 }));
