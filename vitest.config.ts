import { defineConfig, type TestProjectInlineConfiguration } from 'vitest/config';

type ProjectConfig = NonNullable<TestProjectInlineConfiguration['test']>;

/** Settings that every run of the server's tests shares. */
const server: ProjectConfig = {
  // Loading the whole server for each of some 300 files costs more than their tests: the files of a worker share modules,
  // and what a file opens is closed with it (`file-scope.fixture.ts`).
  isolate: false,
  setupFiles: ['server/src/test/setup.ts', 'scripts/test-waits.ts'],
  expect: { poll: { timeout: 20_000 } },
  environment: 'node',
  include: [
    'contract/src/**/*.test.ts',
    'server/src/**/*.test.ts',
    'scripts/**/*.test.ts',
    'bench/src/**/*.test.ts',
  ],
  testTimeout: 120_000,
  // A machine that does everything at once may stall; what passes only then is marked as retried.
  retry: process.env['CI'] ? 1 : 0,
  hookTimeout: 120_000,
};

const services = {
  TEST_DATABASE_URL: process.env['TEST_DATABASE_URL'],
  TEST_REDIS_URL: process.env['TEST_REDIS_URL'],
};

/** These never reach a database, or are about the embedded engine itself. */
const WITHOUT_SERVICES = [
  '**/embedded-*.test.ts',
  '**/backup.test.ts',
  '**/admin.test.ts',
  '**/config.test.ts',
  '**/logging/**',
  '**/mail/**',
  '**/admin-socket/**',
  '**/security/planted-faults.test.ts',
];

/**
 * One caller after another gets the same responses on both engines, and files are decoded alike: these run on PostgreSQL
 * and Redis in `npm run test:all` only. Lists stay below, because their order depends on the engine's collation and plans.
 */
const SAME_ON_SERVICES = [
  'server/src/features/{gifts,messages,payments,recharge,rooms,wallet}/**/*.{api,files}.test.ts',
  'server/src/features/{creators/sales,direct/chat}/**/*.api.test.ts',
  '**/{*-images,*-picture-rights,voice-messages}.sockets.test.ts',
];

/**
 * The engines speak one SQL dialect to one driver, so results can differ where locks, the order of rows, several nodes or
 * Redis decide. These run on PostgreSQL and Redis in every `npm test`; all others there in `npm run test:all`.
 */
const DIFFERS_ON_SERVICES = [
  'server/src/**/*.{cluster,cluster-drill,consistency,model,moving,property,races,sockets,two-nodes}.test.ts',
  'server/src/**/*-checks?.test.ts',
  'server/src/platform/{audit,database,jobs,limits,realtime,redis}/**/*.test.ts',
  'server/src/features/{directory,gifts,messages,payments,presence,recharge,search,wallet}/**/*.test.ts',
  'server/src/features/creators/sales/*.test.ts',
  'server/src/features/direct/{chat,conversations}/**/*.test.ts',
  'server/src/features/feed/ranking/*.test.ts',
  'server/src/features/privacy/deletion-everywhere.test.ts',
  'server/src/features/rooms/messages/*.test.ts',
  'server/src/{app,main}.test.ts',
  'server/src/test/{call-budgets,database-unavailable,kill-nine,kill-nine-money,killed-node}.test.ts',
  'server/src/test/{media-two-nodes,redis-unavailable,two-nodes}.test.ts',
];

const onServices = (): TestProjectInlineConfiguration[] => [
  {
    test: {
      ...server,
      name: 'server on PostgreSQL',
      include: process.env['TEST_ALL'] ? ['server/src/**/*.test.ts'] : DIFFERS_ON_SERVICES,
      exclude: process.env['TEST_ALL'] ? WITHOUT_SERVICES : [...WITHOUT_SERVICES, ...SAME_ON_SERVICES],
      env: {
        TEST_DATABASE_URL: services.TEST_DATABASE_URL ?? '',
        TEST_REDIS_URL: services.TEST_REDIS_URL ?? '',
      },
    },
  },
];

/** The server's tests run on embedded defaults, and once more on PostgreSQL and Redis where these are named. */
export default defineConfig({
  test: {
    // Twice the cores of a small machine: many tests wait for processes that they ended, or for time.
    maxWorkers: 4,
    projects: [
      { test: { ...server, name: 'server', env: { TEST_DATABASE_URL: '', TEST_REDIS_URL: '' } } },
      ...(services.TEST_DATABASE_URL ? onServices() : []),
      './web/vitest.config.ts',
    ],
  },
});
