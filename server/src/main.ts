/** Reads the settings, starts the program, drains it on SIGTERM and SIGINT. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { startApp } from './app.ts';
import { ConfigError, readConfig } from './config.ts';
import { FolderInUseError } from './platform/database/index.ts';
import { createLogger } from './platform/logging/logger.ts';
import { S3Error } from './platform/media-store/index.ts';

const root = join(import.meta.dirname, '../..');
if (existsSync(join(root, '.env'))) process.loadEnvFile(join(root, '.env'));

try {
  const config = readConfig(process.env);
  const logger = createLogger(config.LOG_LEVEL);
  const app = await startApp({ config, logger, webFolder: join(root, 'web/dist') });
  console.log(`Adda is ready at ${config.PUBLIC_URL ?? app.url}`);
  const stop = (signal: string) => {
    logger.info({ signal }, 'draining');
    void app.stop().then(
      () => process.exit(0),
      (error: unknown) => {
        logger.fatal({ err: error }, 'could not drain');
        process.exit(1);
      },
    );
  };
  process.once('SIGTERM', stop);
  process.once('SIGINT', stop);
} catch (error) {
  const isPlain = [ConfigError, FolderInUseError, S3Error].some((kind) => error instanceof kind);
  if (!(error instanceof Error && isPlain)) throw error;
  console.error(error.message);
  process.exit(1);
}
