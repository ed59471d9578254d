import { createHash, createHmac } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { createServer, type IncomingMessage, type RequestListener } from 'node:http';
import { Readable } from 'node:stream';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { createS3Store } from './index.ts';
import { startS3 } from './s3.fixture.ts';

const key = '0123456789abcdef';
const bytes = new Uint8Array([1, 2, 3]);

/** Starts a store that responds as the test defines. Returns its requests. */
async function startFake(answer: RequestListener) {
  const asked: string[] = [];
  const server = createServer((request, response) => {
    asked.push(`${request.method} ${request.url}`);
    request.resume();
    answer(request, response);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const address = server.address();
  const port = typeof address === 'object' ? address?.port : 0;
  const options = { bucket: 'media', accessKeyId: 'the-id', secretAccessKey: 'the-secret' };
  return { asked, options: { ...options, endpoint: `http://127.0.0.1:${port}/`, timeoutMs: 300 } };
}

describe('a bucket', () => {
  let s3: Awaited<ReturnType<typeof startS3>>;
  beforeAll(async () => {
    s3 = await startS3();
  });
  afterAll(() => s3.stop());

  it('is checked at start', async () => {
    await expect(createS3Store(s3.options).check()).resolves.toBeUndefined();
  });

  it('that is missing is reported at start and at the first write, in one line without keys', async () => {
    const store = createS3Store({ ...s3.options, bucket: 'elsewhere' });
    const host = new URL(s3.options.endpoint).host;
    const message = `S3 bucket "elsewhere" at ${host}: there is no such bucket`;
    await expect(store.check()).rejects.toThrow(message);
    await expect(store.put(key, bytes, 'image/webp')).rejects.toThrow(message);
    await expect(store.get(key)).rejects.toThrow(message);
  });

  it('refuses a wrong key, which is not repeated in the message', async () => {
    const accessKeyId = 'a-wrong-key';
    const failed = await createS3Store({ ...s3.options, accessKeyId })
      .put(key, bytes, 'image/webp')
      .catch((error: unknown) => error);
    expect(String(failed)).toContain('answered 403');
    expect(String(failed)).not.toContain(accessKeyId);
  });
});

/** Computes signature version 4 from the received request, because s3rver does not verify it. */
function signatureOf({ method, url, headers }: IncomingMessage, secret: string): string {
  const [, scope = '', signed = ''] =
    /Credential=[^/]+\/(\S+), SignedHeaders=(\S+),/.exec(headers.authorization ?? '') ?? [];
  const lines = signed.split(';').map((name) => `${name}:${String(headers[name])}\n`);
  const canonical = [method, url, '', lines.join(''), signed, headers['x-amz-content-sha256']].join('\n');
  const hash = createHash('sha256').update(canonical).digest('hex');
  const start: string | Buffer = `AWS4${secret}`;
  const signingKey = scope
    .split('/')
    .reduce<string | Buffer>((from, part) => createHmac('sha256', from).update(part).digest(), start);
  return createHmac('sha256', signingKey)
    .update(`AWS4-HMAC-SHA256\n${String(headers['x-amz-date'])}\n${scope}\n${hash}`)
    .digest('hex');
}

it('every request has its signature and the hash of its content', async () => {
  const seen: { given: string; right: string; hash: unknown; scope: boolean }[] = [];
  const { asked, options } = await startFake((request, response) => {
    const authorization = request.headers.authorization ?? '';
    seen.push({
      given: /Signature=(\w+)$/.exec(authorization)?.[1] ?? '',
      right: signatureOf(request, 'the-secret'),
      hash: request.headers['x-amz-content-sha256'],
      scope: /Credential=the-id\/\d{8}\/eu-north-1\/s3\/aws4_request,/.test(authorization),
    });
    response.end();
  });
  const store = createS3Store({ ...options, region: 'eu-north-1' });
  await store.check();
  await store.put(key, bytes, 'image/webp');
  await store.delete(key);
  expect(asked).toEqual(['HEAD /media', `PUT /media/${key}`, `DELETE /media/${key}`]);
  for (const { given, right, scope } of seen) expect([given, scope]).toEqual([right, true]);
  expect(seen[1]?.hash).toBe(createHash('sha256').update(bytes).digest('hex'));
});

describe('a failing store', () => {
  it('that is busy gets a retry with the same bytes', async () => {
    let busy = 2;
    const sizes: number[] = [];
    const { asked, options } = await startFake((request, response) => {
      let size = 0;
      request.on('data', (chunk: Buffer) => (size += chunk.length));
      request.on('end', () => {
        sizes.push(size);
        response.writeHead((busy -= 1) >= 0 ? 503 : 200).end();
      });
    });
    await createS3Store(options).put(key, bytes, 'image/webp');
    expect(asked).toEqual(Array.from({ length: 3 }, () => `PUT /media/${key}`));
    expect(sizes).toEqual([3, 3, 3]);
  });

  it('that stays busy gets three attempts', async () => {
    const { asked, options } = await startFake((_request, response) => response.writeHead(503).end());
    await expect(createS3Store(options).get(key)).rejects.toThrow('answered 503');
    expect(asked).toHaveLength(3);
  });

  it('that refuses gets no retry', async () => {
    const { asked, options } = await startFake((_request, response) => response.writeHead(400).end());
    await expect(createS3Store(options).put(key, bytes, 'image/webp')).rejects.toThrow('answered 400');
    expect(asked).toHaveLength(1);
  });

  it('that does not respond results in a timeout', async () => {
    const { options } = await startFake(() => undefined);
    await expect(createS3Store(options).get(key)).rejects.toThrow("can't be reached");
  });

  it('that stalls within a body results in a timeout', async () => {
    const { options } = await startFake((_request, response) => {
      response.writeHead(200, { 'content-length': 10 });
      response.write('abc');
    });
    const pieces = await createS3Store(options).get(key);
    // In the same way as the HTTP server reads it.
    await expect(Readable.from(pieces ?? []).toArray()).rejects.toThrow('stopped in the middle');
  });

  it('SV-60: that ignores ranges is detected', async () => {
    const { options } = await startFake((_request, response) => response.end('all of it'));
    await expect(createS3Store(options).getRange(key, 2, 4)).rejects.toThrow('other bytes');
  });

  it('SV-58: that is busy gets the file again', async () => {
    const received: string[] = [];
    const { options } = await startFake((request, response) => {
      const hash = createHash('sha256');
      request.on('data', (chunk: Buffer) => hash.update(chunk));
      request.on('end', () => {
        received.push(hash.digest('hex'));
        response.writeHead(received.length < 3 ? 503 : 200).end();
      });
    });
    await createS3Store(options).putFile(key, import.meta.filename, 'video/mp4');
    const right = createHash('sha256')
      .update(await readFile(import.meta.filename))
      .digest('hex');
    expect(received).toEqual([right, right, right]);
  });

  it('that redirects is not followed: the signature is valid for one host', async () => {
    const elsewhere = await startFake((_request, response) => response.end('stolen'));
    const { options } = await startFake((_request, response) =>
      response.writeHead(307, { location: elsewhere.options.endpoint }).end(),
    );
    await expect(createS3Store(options).get(key)).rejects.toThrow('answered 307');
    expect(elsewhere.asked).toEqual([]);
  });
});
