import { sql } from 'kysely';
import { pino } from 'pino';
import { openDatabase } from './index.ts';

// A process for tests: writes rows concurrently and prints each id once it is acknowledged, until it is killed.
const [dataDir = '', firstId = '1'] = process.argv.slice(2);

const database = await openDatabase({ dataDir, logger: pino({ level: 'silent' }) });
await sql`CREATE TABLE IF NOT EXISTS rows_written (id bigint PRIMARY KEY, filler text)`.execute(database.db);
process.stdout.write('ready\n');

let nextId = Number(firstId);
const writers = Array.from({ length: 4 }, async () => {
  for (;;) {
    const id = nextId++;
    await database.transaction((tx) =>
      sql`INSERT INTO rows_written VALUES (${id}, repeat('x', 500))`.execute(tx),
    );
    process.stdout.write(`${id}\n`);
  }
});
await Promise.all(writers);
