/** Reads the settings, starts the program and drains it on SIGTERM or SIGINT. A second signal ends it immediately. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { styleText } from 'node:util';
import { startApp } from './app.ts';
import { ConfigError, readConfig, warningsOf } from './config.ts';
import { sandboxReach } from './features/payments/index.ts';
import { DatabaseNotThereError, FolderInUseError } from './platform/database/index.ts';
import { createLogger } from './platform/logging/logger.ts';
import { S3Error } from './platform/media-store/index.ts';
import { createFilesPrivately } from './platform/private-files/index.ts';

/** Supervisors wait 20 s before they kill the process. */
const DRAIN_TIMEOUT_MS = 18_000;

createFilesPrivately();

const root = join(import.meta.dirname, '../..');
if (existsSync(join(root, '.env'))) process.loadEnvFile(join(root, '.env'));

try {
  const config = readConfig(process.env);
  const logger = createLogger(config.LOG_LEVEL);
  for (const warning of warningsOf(config)) logger.warn(warning);
  if (sandboxReach(config) === 'public') {
    const text = `Test payments: no real money moves on ${config.publicUrl} (SANDBOX=on).`;
    console.error(styleText('red', text, { validateStream: false }));
  }
  const app = await startApp({ config, logger, webFolder: join(root, 'web/dist') });
  let isDraining = false;
  const stop = (signal: string) => {
    if (isDraining) {
      logger.warn({ signal }, 'told twice to end: ending at once');
      process.exit(1);
    }
    isDraining = true;
    logger.info({ signal }, 'draining');
    // Confirmed data is in the database and jobs are resumed later, so steps that hang or fail now lose nothing.
    const forceExit = () => {
      logger.warn('what hangs is given up');
      process.exit(0);
    };
    setTimeout(forceExit, config.DRAIN_SECONDS * 1000 + DRAIN_TIMEOUT_MS);
    void app.stop().then(
      () => process.exit(0),
      (error: unknown) => {
        logger.error({ err: error }, 'drained, but not in order');
        process.exit(0);
      },
    );
  };
  process.on('SIGTERM', stop);
  process.on('SIGINT', stop);
  // Printed last: a caller that waits for this line may send a signal immediately.
  console.log(`Adda is ready at ${config.ROLE === 'jobs' ? app.url : app.publicUrl}`);
} catch (error) {
  const isPlain = [ConfigError, DatabaseNotThereError, FolderInUseError, S3Error].some(
    (kind) => error instanceof kind,
  );
  if (!(error instanceof Error && isPlain)) throw error;
  console.error(error.message);
  process.exit(1);
}
