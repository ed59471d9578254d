import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { describe, expect, it } from 'vitest';

const MODULE = new URL('low-priority.process.ts', import.meta.url).href;

/** Prints the niceness of existing threads of a process, and of a thread that is started afterwards. */
const PROGRAM = `
  import { readFileSync, readdirSync } from 'node:fs';
  import { readFile } from 'node:fs/promises';
  import { runAtLowPriority } from '${MODULE}';
  await readFile('/proc/self/stat');
  runAtLowPriority(7);
  await Promise.all(Array.from({ length: 8 }, () => readFile('/proc/self/stat')));
  const niceOf = (thread) => readFileSync('/proc/self/task/' + thread + '/stat', 'utf8').split(') ')[1].split(' ')[16];
  console.log(readdirSync('/proc/self/task').map(niceOf).join(' '));
`;

describe('R-16: a decoder has a lower priority than the server', () => {
  it.runIf(existsSync('/proc/self/task'))('for all of its threads, not only the first', () => {
    const { stdout } = spawnSync(process.execPath, ['--input-type=module', '--eval', PROGRAM], {
      encoding: 'utf8',
    });
    const threads = stdout.trim().split(' ');
    expect(threads.length).toBeGreaterThan(4);
    expect(new Set(threads)).toEqual(new Set(['7']));
  });
});
