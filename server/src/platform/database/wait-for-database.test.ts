import { tmpdir } from 'node:os';
import { expect, it } from 'vitest';
import { createLogger } from '../logging/logger.ts';
import { DatabaseNotThereError, openDatabase, waitForDatabase } from './index.ts';

it('fails with one plain line when the database does not respond for a while, and logs once that it waits', async () => {
  const lines: string[] = [];
  const logger = createLogger('warn', { write: (line) => void lines.push(line) });
  const database = await openDatabase({
    databaseUrl: 'postgres://127.0.0.1:1/none',
    dataDir: tmpdir(),
    logger,
  });
  const waiting = waitForDatabase(database, logger, 1_500);
  await expect(waiting).rejects.toBeInstanceOf(DatabaseNotThereError);
  await expect(waiting).rejects.toThrow(/^The database did not answer for 2 seconds: .*ECONNREFUSED[^\n]*$/);
  expect(lines.filter((line) => line.includes('waiting for the database'))).toHaveLength(1);
  expect(lines.length).toBeLessThan(4);
  await database.close();
});
