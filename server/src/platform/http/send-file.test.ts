import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { request as httpRequest } from 'node:http';
import type { FileResponse } from '@adda/contract';
import { fastify, type FastifyInstance } from 'fastify';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { sendFile } from './send-file.ts';

const bytes = Buffer.from('0123456789');
let app: FastifyInstance | undefined;
afterEach(() => app?.close());

/** Starts a server that responds to everything with these bytes. Returns its URL. */
async function serve(
  answer: Omit<FileResponse, 'contentType' | 'cacheSeconds'> & Partial<FileResponse>,
): Promise<string> {
  app = fastify();
  app.get('/', (request, reply) =>
    sendFile(request, reply, { contentType: 'video/mp4', cacheSeconds: 60, ...answer }),
  );
  return app.listen({ host: '127.0.0.1', port: 0 });
}

const asked: (readonly [number, number])[] = [];
const source: FileResponse['bytes'] = {
  size: bytes.length,
  async read(from, to) {
    asked.push([from, to]);
    return (async function* () {
      for (const byte of bytes.subarray(from, to + 1)) yield Buffer.from([byte]);
    })();
  },
};

async function get(url: string, headers: Headers | Record<string, string> = {}, method = 'GET') {
  const response = await fetch(url, { method, headers });
  const name = (header: string) => response.headers.get(header);
  return {
    status: response.status,
    text: await response.text(),
    length: name('content-length'),
    range: name('content-range'),
    ranges: name('accept-ranges'),
    cache: name('cache-control'),
    type: name('content-type'),
  };
}

describe('SV-60: byte ranges', () => {
  it('a whole file has its length and announces ranges', async () => {
    expect(await get(await serve({ bytes: source }))).toMatchObject({
      status: 200,
      text: '0123456789',
      length: '10',
      range: null,
      ranges: 'bytes',
      type: 'video/mp4',
    });
  });

  it.each([
    ['bytes=0-3', '0123', 'bytes 0-3/10'],
    ['bytes=4-', '456789', 'bytes 4-9/10'],
    ['bytes=-3', '789', 'bytes 7-9/10'],
    ['bytes=9-99', '9', 'bytes 9-9/10'],
    ['bytes=-99', '0123456789', 'bytes 0-9/10'],
  ])('%s', async (range, text, contentRange) => {
    expect(await get(await serve({ bytes: source }), { range })).toMatchObject({
      status: 206,
      text,
      range: contentRange,
      length: String(text.length),
      cache: 'private, max-age=60, immutable',
    });
  });

  it('beyond the end: 416 with the size and without caching', async () => {
    for (const range of ['bytes=10-', 'bytes=-0'])
      expect(await get(await serve({ bytes: source }), { range }), range).toMatchObject({
        status: 416,
        text: '',
        range: 'bytes */10',
        cache: 'no-store',
        type: null,
      });
  });

  it.each([
    ['several ranges', { range: 'bytes=0-1,3-4' }],
    ['one that ends before it begins', { range: 'bytes=5-2' }],
    ['other units', { range: 'pages=1-2' }],
    ['a condition', new Headers({ range: 'bytes=0-3', 'if-range': '"x"' })],
  ])('%s: the whole file', async (_name, headers) => {
    const answer = await get(await serve({ bytes: source }), headers);
    expect(answer).toMatchObject({ status: 200, text: '0123456789', range: null });
  });

  it('HEAD has the same headers and reads nothing', async () => {
    asked.length = 0;
    const url = await serve({ bytes: source });
    for (const headers of [new Headers(), new Headers({ range: 'bytes=2-3' })])
      expect(await get(url, headers, 'HEAD')).toMatchObject({
        status: 200,
        text: '',
        length: '10',
        ranges: 'bytes',
      });
    expect(asked).toEqual([]);
  });

  it('a disconnect closes the source', async () => {
    let isClosed = false;
    const endless: FileResponse['bytes'] = {
      size: 1_000_000_000,
      read: async () =>
        (async function* () {
          try {
            for (;;) yield Buffer.alloc(65_536);
          } finally {
            isClosed = true;
          }
        })(),
    };
    const asking = httpRequest(await serve({ bytes: endless })).end();
    const [response] = await once(asking, 'response');
    await once(response, 'readable');
    expect(isClosed).toBe(false);
    asking.destroy();
    await vi.waitUntil(() => isClosed);
  });
});

describe('R-15: caching of files', () => {
  it.each([
    [{ cacheSeconds: 60 }, 'private, max-age=60, immutable'],
    [{ cacheSeconds: 60, isPublic: true }, 'public, max-age=60, immutable'],
    [{ cacheSeconds: 0 }, 'no-store'],
    [{ cacheSeconds: 0, isPublic: true }, 'no-store'],
  ])('%j: %s', async (how, cache) => {
    for (const content of [bytes, source])
      expect((await get(await serve({ bytes: content, ...how }))).cache).toBe(cache);
  });

  it('R-16: a browser executes nothing of a file', async () => {
    const { headers } = await fetch(await serve({ bytes: source }));
    expect(headers.get('content-security-policy')).toBe("default-src 'none'; sandbox");
  });
});

it('a large source arrives byte for byte', async () => {
  const large = Buffer.alloc(5_000_000, 'adda');
  const pieces: FileResponse['bytes'] = {
    size: large.length,
    read: async (from, to) =>
      (async function* () {
        for (let at = from; at <= to; at += 100_000) yield large.subarray(at, Math.min(at + 100_000, to + 1));
      })(),
  };
  const response = await fetch(await serve({ bytes: pieces }));
  const hash = (content: Uint8Array) => createHash('sha256').update(content).digest('hex');
  expect(hash(new Uint8Array(await response.arrayBuffer()))).toBe(hash(large));
});
