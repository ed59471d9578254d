import { defineConfig, type TestProjectInlineConfiguration } from 'vitest/config';

type ProjectConfig = NonNullable<TestProjectInlineConfiguration['test']>;

/** Settings that every run of the server's tests shares. */
const server: ProjectConfig = {
  environment: 'node',
  include: [
    'contract/src/**/*.test.ts',
    'server/src/**/*.test.ts',
    'scripts/**/*.test.ts',
    'bench/src/**/*.test.ts',
  ],
  testTimeout: 60_000,
  // A machine that does everything at once may stall; what passes only then is marked as retried.
  retry: process.env['CI'] ? 1 : 0,
  hookTimeout: 120_000,
};

const services = {
  TEST_DATABASE_URL: process.env['TEST_DATABASE_URL'],
  TEST_REDIS_URL: process.env['TEST_REDIS_URL'],
};

/** The server's tests run on embedded defaults, and once more on PostgreSQL and Redis where these are named. */
export default defineConfig({
  test: {
    // One more than the cores of a small machine: many tests wait for processes that they ended, or for time.
    maxWorkers: 3,
    projects: [
      { test: { ...server, name: 'server', env: { TEST_DATABASE_URL: '', TEST_REDIS_URL: '' } } },
      ...(services.TEST_DATABASE_URL
        ? [
            {
              test: {
                ...server,
                name: 'server on PostgreSQL',
                include: ['server/src/**/*.test.ts'],
                // These never touch the database, or are about the embedded engine itself.
                exclude: [
                  '**/embedded-*.test.ts',
                  '**/backup.test.ts',
                  '**/admin.test.ts',
                  '**/config.test.ts',
                  '**/logging/**',
                  '**/mail/**',
                  '**/admin-socket/**',
                  '**/security/planted-faults.test.ts',
                ],
                env: {
                  TEST_DATABASE_URL: services.TEST_DATABASE_URL,
                  TEST_REDIS_URL: services.TEST_REDIS_URL ?? '',
                },
              },
            },
          ]
        : []),
      './web/vitest.config.ts',
    ],
  },
});
