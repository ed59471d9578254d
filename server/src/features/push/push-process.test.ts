import { execFile } from 'node:child_process';
import path from 'node:path';
import { promisify } from 'node:util';
import { expect, it, onTestFinished } from 'vitest';
import { startTestApp } from '../../test/app.fixture.ts';
import { createClient } from '../../test/client.ts';
import { startServer } from '../../test/server-process.fixture.ts';

const about = { sex: 'female', birth_date: '2001-02-03', country: 'India', state: 'Kerala' } as const;

it(
  'PN-02: keys are made at the first start and stay, unless there are settings',
  { timeout: 240_000 },
  async () => {
    const env = { DATABASE_URL: '', REDIS_URL: '' };
    const server = await startServer({ env });
    onTestFinished(server.dispose);
    const client = createClient(server.url);
    const { data } = await client('POST /auth/guest', { body: about });
    const keyNow = async () =>
      (await client('GET /push/key', {}, { token: data.access_token })).data.public_key;
    const key = await keyNow();
    await server.stop();
    await server.restart();
    expect(await keyNow()).toBe(key);
  },
);

it('PN-02: the command for keys prints settings that a start takes', async () => {
  const program = path.join(import.meta.dirname, '../../push-keys.ts');
  const { stdout } = await promisify(execFile)(process.execPath, [program]);
  const printed = Object.fromEntries(
    stdout
      .trim()
      .split('\n')
      .map((line) => line.split('=')),
  );
  expect(Object.keys(printed)).toEqual(['VAPID_PUBLIC_KEY', 'VAPID_PRIVATE_KEY']);
  const { client, stop } = await startTestApp(printed);
  onTestFinished(stop);
  const { data } = await client('POST /auth/guest', { body: about });
  const answer = await client('GET /push/key', {}, { token: data.access_token });
  expect(answer.data.public_key).toBe(printed['VAPID_PUBLIC_KEY']);
});
