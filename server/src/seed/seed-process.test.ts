import { execFile } from 'node:child_process';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, it, onTestFinished } from 'vitest';
import { MIGRATIONS_FOLDER } from '../platform/database/migrations.ts';
import { readTemplate } from '../test/database-template.fixture.ts';
import { putEmbeddedDatabase } from '../test/embedded-database.fixture.ts';
import { createDataDir, SHORT_LIVED } from '../test/server-process.fixture.ts';

const SEED = join(import.meta.dirname, '../seed.ts');
const AMOUNTS = ['--users', '2', '--rooms', '0', '--messages', '0', '--posts', '0'];
const PATIENCE_MS = 120_000;

it(
  '`npm run seed` ends when it is done',
  async () => {
    const dataDir = createDataDir();
    await putEmbeddedDatabase(dataDir, await readTemplate(MIGRATIONS_FOLDER));
    onTestFinished(() => rmSync(dataDir, { recursive: true, force: true }));
    const env = {
      ...process.env,
      NODE_ENV: 'test',
      LOG_LEVEL: 'warn',
      DATA_DIR: dataDir,
      DATABASE_URL: '',
      REDIS_URL: '',
    };
    const options = { env, timeout: PATIENCE_MS };
    const { stdout } = await promisify(execFile)(
      process.execPath,
      [...SHORT_LIVED, SEED, ...AMOUNTS],
      options,
    );
    expect(stdout).toContain('Done.');
  },
  PATIENCE_MS + 10_000,
);
