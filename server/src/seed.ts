/**
 * `npm run seed -- --users 500 --rooms 12 --messages 600 --posts 120`: fills an installation with demo data through
 * the same routes and sockets that clients use. Can be repeated. The accounts use the password that is printed.
 * `--big-room` adds a room of 5,000 members and 100,000 messages, written directly to the database.
 */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { startApp } from './app.ts';
import { ConfigError, readConfig } from './config.ts';
import { FolderInUseError } from './platform/database/index.ts';
import { createLogger } from './platform/logging/logger.ts';
import { createFilesPrivately } from './platform/private-files/index.ts';
import { fillBigRoom } from './seed/fill-big-room.ts';
import { fill, SEED_PASSWORD } from './seed/fill.ts';
import { createPictureSource } from './seed/picture-source.ts';
import { sharePosts } from './seed/share-posts.ts';
import { createClient } from './test/client.ts';

const { values } = parseArgs({
  options: {
    users: { type: 'string', default: '200' },
    rooms: { type: 'string', default: '12' },
    messages: { type: 'string', default: '600' },
    posts: { type: 'string', default: '120' },
    'big-room': { type: 'boolean', default: false },
  },
});
const count = (text: string, name: string) => {
  if (/^\d{1,6}$/.test(text)) return Number(text);
  throw new ConfigError(`--${name}: a whole number, please`);
};

createFilesPrivately();

const envFile = join(import.meta.dirname, '../../.env');
if (existsSync(envFile)) process.loadEnvFile(envFile);
try {
  const amounts = {
    users: count(values.users, 'users'),
    rooms: count(values.rooms, 'rooms'),
    messages: count(values.messages, 'messages'),
  };
  const posts = count(values.posts, 'posts');
  const unlimited = { RATE_LIMITS: 'off', LOAD_TEST: 'on' };
  const config = readConfig({ ...process.env, PORT: '0', HOST: '127.0.0.1', ...unlimited });
  const app = await startApp({ config, logger: createLogger('warn'), outbound: createPictureSource() });
  const report = (what: string, done: number, of: number) => {
    if (done === of || done % Math.max(1, Math.floor(of / 10)) === 0)
      console.log(`${what}: ${done} of ${of}`);
  };
  const client = createClient(app.url);
  const people = await fill(app.url, client, amounts, report);
  await sharePosts({ url: app.url, client, database: app.database }, people, posts);
  console.log(`posts: ${posts}`);
  if (values['big-room']) console.log(await fillBigRoom(app.database, client));
  await app.stop();
  console.log(`Done. Everybody’s password is ${SEED_PASSWORD}; try the name aarav.ahuja.`);
  // As in `main.ts`: idle worker threads would keep the process running.
  process.exit();
} catch (error) {
  if (!(error instanceof ConfigError || error instanceof FolderInUseError)) throw error;
  console.error(error.message);
  process.exitCode = 1;
}
