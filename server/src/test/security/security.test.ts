/** A short security run against the real program; the long one is `npm run security` (docs/security-run.md). */
import path from 'node:path';
import { expect, it } from 'vitest';
import { createOwnDatabase } from '../own-database.fixture.ts';
import { runSecurity } from './run-security.ts';

const { TEST_DATABASE_URL: databaseUrl, TEST_REDIS_URL: redisUrl } = process.env;

it('R-18, R-20: a short security run finds nothing', { timeout: 300_000 }, async () => {
  const database = databaseUrl ? await createOwnDatabase(databaseUrl) : undefined;
  try {
    const results = await runSecurity({
      root: path.join(import.meta.dirname, '../../../..'),
      requests: 600,
      seed: 20,
      connections: 300,
      isLongRun: false,
      audit: async () => ({ notReached: 'tests do not use the network' }),
      env: { ...(database && { DATABASE_URL: database.url }), ...(redisUrl && { REDIS_URL: redisUrl }) },
    });
    expect(results.flatMap(({ name, findings }) => findings.map((finding) => `${name}: ${finding}`))).toEqual(
      [],
    );
    for (const { name, tried } of results) expect(tried, name).toBeGreaterThan(0);
  } finally {
    await database?.drop();
  }
});
