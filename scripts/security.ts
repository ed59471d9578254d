/**
 * `npm run security -- [--requests 50000] [--seed 1] [--connections 2000]`: runs attacks against the real program.
 * Uses PostgreSQL and Redis when TEST_DATABASE_URL and TEST_REDIS_URL are set, otherwise the embedded engine. See
 * docs/security-run.md.
 */
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { createOwnDatabase } from '../server/src/test/own-database.fixture.ts';
import { runSecurity } from '../server/src/test/security/run-security.ts';

const root = join(import.meta.dirname, '..');
const { values } = parseArgs({
  options: {
    requests: { type: 'string', default: '50000' },
    seed: { type: 'string', default: '1' },
    connections: { type: 'string', default: '2000' },
    folder: { type: 'string', default: join(root, 'security-run') },
  },
});

const { TEST_DATABASE_URL: databaseUrl, TEST_REDIS_URL: redisUrl } = process.env;
const database = databaseUrl ? await createOwnDatabase(databaseUrl) : undefined;
console.log(database ? 'On PostgreSQL' : 'On the embedded engine');
try {
  const results = await runSecurity({
    root,
    requests: Number(values.requests),
    seed: Number(values.seed),
    connections: Number(values.connections),
    isLongRun: true,
    folder: values.folder,
    env: { ...(database && { DATABASE_URL: database.url }), ...(redisUrl && { REDIS_URL: redisUrl }) },
    onResult({ name, tried, findings, notReached, figures }) {
      const isEmpty = tried === 0;
      const isFine = findings.length === 0 && !isEmpty;
      console.log(
        `${isFine ? '✓' : '✗'} ${name}: ${tried} tried, ${findings.length} found; ${figures.join('; ')}`,
      );
      for (const finding of findings) console.log(`  ${finding}`);
      for (const part of notReached) console.log(`  not reached: ${part}`);
    },
  });
  const failed = results.filter(({ tried, findings }) => tried === 0 || findings.length > 0);
  const open = results.flatMap(({ notReached }) => notReached);
  console.log(
    `${results.length - failed.length} passed, ${failed.length} failed, ${open.length} parts not reached`,
  );
  process.exitCode = failed.length === 0 ? 0 : 1;
} finally {
  await database?.drop();
}
process.exit();
