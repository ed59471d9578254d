import { tmpdir } from 'node:os';
import { pino } from 'pino';
import { openDatabase } from '../database/index.ts';
import { createJobs } from './index.ts';

// A node for tests: takes a job `test.greet`, reports it, and never completes it.
const [databaseUrl = ''] = process.argv.slice(2);
const logger = pino({ level: 'silent' });
const database = await openDatabase({ databaseUrl, dataDir: tmpdir(), logger });
const jobs = createJobs(database, logger);
jobs.handle('test.greet', () => {
  process.stdout.write('begun\n');
  return new Promise<void>(() => {});
});
await jobs.start();
process.stdout.write('ready\n');
