import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

/**
 * Loaded before the program with `--import`: on SIGUSR2 it collects all garbage and writes the memory in use. The
 * resident size is not conclusive, because the collector does not hurry while memory is free.
 */
setFlagsFromString('--expose-gc');
const collectGarbage: unknown = runInNewContext('gc');

process.on('SIGUSR2', () => {
  if (typeof collectGarbage === 'function') collectGarbage();
  const { heapUsed, external } = process.memoryUsage();
  process.stdout.write(`memory held: ${heapUsed + external}\n`);
});
