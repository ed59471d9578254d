import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { openTcpProxy } from '../../test/tcp-proxy.fixture.ts';
import { createFailFastStore, createS3Store } from './index.ts';
import { startS3 } from './s3.fixture.ts';

const key = '0123456789abcdef';
const bytes = new Uint8Array([1, 2, 3]);
const AWAY = { code: 'unavailable', status: 503 };
const MOST_MS = 600;

/** Starts a bucket with this handler. Returns its received requests, its store, and the store for requests of users. */
async function startFake(answer: RequestListener, mostMs = MOST_MS) {
  const asked: string[] = [];
  const server = createServer((request, response) => {
    asked.push(`${request.method} ${request.url}`);
    answer(request, response);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  // A server listening on TCP has an address of this type.
  const { port } = server.address() as AddressInfo;
  const secrets = { bucket: 'media', accessKeyId: 'the-id', secretAccessKey: 'the-secret' };
  const store = createS3Store({ ...secrets, endpoint: `http://127.0.0.1:${port}/`, timeoutMs: 60_000 });
  return { asked, store, prompt: createFailFastStore(store, mostMs) };
}

it('a bucket that does not respond fails within the time limit of the caller, after one retry', async () => {
  const { asked, prompt } = await startFake(() => undefined);
  await expect(prompt.get(key)).rejects.toMatchObject(AWAY);
  expect(asked).toHaveLength(2);
});

it('a bucket that is known to be unavailable gets one call at a time, and the others fail meanwhile', async () => {
  let isUnavailable = true;
  const { asked, prompt } = await startFake((_request, response) => {
    if (!isUnavailable) response.end('all of it');
  });
  await expect(prompt.get(key)).rejects.toMatchObject(AWAY);
  const before = asked.length;
  const reads = await Promise.allSettled(Array.from({ length: 50 }, () => prompt.get(key)));
  expect(reads.map(({ status }) => status)).toEqual(Array(50).fill('rejected'));
  expect(asked.length - before).toBe(2);
  isUnavailable = false;
  const again = await Promise.all(Array.from({ length: 50 }, () => prompt.get(key)));
  for (const pieces of again) expect((await Array.fromAsync(pieces ?? [])).join('')).not.toBe('');
});

it('a failing object does not make the bucket unavailable while calls for others succeed', async () => {
  const other = 'fedcba9876543210';
  const { prompt } = await startFake((request, response) => {
    if (request.url?.endsWith(other)) response.end('all of it');
  });
  const ended = new AbortController();
  const failing = prompt
    .get(key)
    .catch((error: unknown) => error)
    .finally(() => ended.abort());
  while (!ended.signal.aborted)
    expect(await Array.fromAsync((await prompt.get(other)) ?? [])).toHaveLength(1);
  expect(await failing).toMatchObject(AWAY);
  const both = await Promise.all([prompt.get(other), prompt.get(other)]);
  expect(both).toEqual([expect.anything(), expect.anything()]);
});

it.each([500, 503, 429])(
  'a bucket that returns %i is unavailable for users, and the cause is reported to jobs',
  async (status) => {
    const { prompt, store } = await startFake((request, response) => {
      request.resume();
      response.writeHead(status).end();
    });
    await expect(prompt.put(key, bytes, 'image/webp')).rejects.toMatchObject(AWAY);
    await expect(store.put(key, bytes, 'image/webp')).rejects.toThrow(`answered ${status}`);
  },
);

it('a slow upload succeeds, a stalled one is aborted', { timeout: 30_000 }, async () => {
  const folder = await mkdtemp(path.join(tmpdir(), 'adda-sent-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const file = path.join(folder, 'film');
  const size = 64 * 1024 * 1024;
  await writeFile(file, Buffer.alloc(size));
  const mostMs = 3_000;
  let isStuck = false;
  let received = 0;
  const answer: RequestListener = (request, response) => {
    if (isStuck) return;
    request.on('data', (piece: Buffer) => {
      received += piece.length;
      // In total longer than an upload may stall, but each pause is short.
      request.pause();
      setTimeout(() => request.resume(), 4);
    });
    request.on('end', () => response.end());
  };
  const { prompt } = await startFake(answer, mostMs);
  const begun = performance.now();
  await prompt.putFile(key, file, 'video/mp4');
  expect(performance.now() - begun).toBeGreaterThan(mostMs / 2);
  expect(received).toBe(size);
  isStuck = true;
  await expect(prompt.putFile(key, file, 'video/mp4')).rejects.toMatchObject(AWAY);
});

it('a start waits for a bucket that does not respond yet, and reports this once', async () => {
  const s3 = await startS3();
  onTestFinished(s3.stop);
  const wire = await openTcpProxy(Number(new URL(s3.options.endpoint).port));
  onTestFinished(wire.close);
  const endpoint = `http://127.0.0.1:${wire.port}`;
  await wire.cut();
  const said: string[] = [];
  const onWait = ({ message }: Error) => {
    said.push(message);
    void wire.restore();
  };
  await createS3Store({ ...s3.options, endpoint }).checkFor(30_000, onWait);
  expect(said).toEqual([`S3 bucket "media" at 127.0.0.1:${wire.port} can't be reached`]);
  await wire.cut();
  const never = createS3Store({ ...s3.options, endpoint }).checkFor(1_500, () => undefined);
  await expect(never).rejects.toThrow("can't be reached");
  const elsewhere = createS3Store({ ...s3.options, bucket: 'elsewhere' }).checkFor(30_000, onWait);
  await expect(elsewhere).rejects.toThrow('there is no such bucket');
  expect(said, 'what is wrong with the settings is not waited for').toHaveLength(1);
});
