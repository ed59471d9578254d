/**
 * The program as main.ts runs it, except that the name pictures.example resolves to a listener of the test on this
 * machine (`PICTURES_PORT`). This needs a separate main module: no setting allows private addresses.
 */
import { join } from 'node:path';
import { startApp } from '../app.ts';
import { readConfig } from '../config.ts';
import { createLogger } from '../platform/logging/logger.ts';
import { createOutbound } from '../platform/outbound/index.ts';

const port = Number(process.env['PICTURES_PORT']);
const outbound = createOutbound({
  resolve: async (name) => (name === 'pictures.example' ? ['127.0.0.1'] : []),
  isAllowed: (target) => target.address === '127.0.0.1' && target.port === port,
});
const config = readConfig(process.env);
const app = await startApp({
  config,
  logger: createLogger(config.LOG_LEVEL),
  webFolder: join(import.meta.dirname, '../../../web/dist'),
  outbound,
});
process.stdout.write(`Adda is ready at ${app.publicUrl}\n`);
process.once('SIGTERM', () => void app.stop().then(() => process.exit(0)));
