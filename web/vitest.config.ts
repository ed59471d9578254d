import react from '@vitejs/plugin-react';
import { defineConfig } from 'vitest/config';
import { passwordWords } from './build/password-words.ts';
import { texts } from './build/texts.ts';

const root = import.meta.dirname;

export default defineConfig({
  root,
  plugins: [texts(root), react(), passwordWords()],
  test: {
    name: 'web',
    environment: 'happy-dom',
    include: ['src/**/*.test.{ts,tsx}', 'build/**/*.test.ts', 'scripts/**/*.test.ts'],
    setupFiles: ['./src/test/setup.ts', '../scripts/test-waits.ts'],
    expect: { poll: { timeout: 20_000 } },
    restoreMocks: true,
    // Named here too: a project that names none runs on one worker.
    maxWorkers: 4,
    // Nothing here needs a process of its own, and a thread starts sooner.
    pool: 'threads',
    // Starting a worker with a simulated window and the packages costs more than the tests of a file. The files of a
    // worker share both; `file-scope.fixture.ts` ends the rest with each file, the app's modules included.
    isolate: false,
    // A busy machine may stall for seconds; only a test that hangs may reach a limit.
    testTimeout: 120_000,
    hookTimeout: 60_000,
    // As for the server: what passes only at the second try on a busy machine is marked.
    retry: process.env['CI'] ? 1 : 0,
  },
});
