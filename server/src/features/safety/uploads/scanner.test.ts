import { createHash } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createLogger } from '../../../platform/logging/logger.ts';
import type { ScannedFile } from '../safety.types.ts';
import { createScanner, type Scanner } from './scanner.gateway.ts';
import { replies, SCANNER_SECRET, startScanner, type ScannerStub } from './scanner.fixture.ts';

const BODY = Buffer.from('the bytes of a picture');
const SHA = createHash('sha256').update('the bytes as they came').digest('hex');
const sent: ScannedFile = {
  purpose: 'message',
  kind: 'image',
  contentType: 'image/webp',
  async *bytes() {
    yield BODY.subarray(0, 5);
    yield BODY.subarray(5);
  },
  size: BODY.length,
  userId: 12,
  hashes: { sha256: SHA, dhash: '0123456789abcdef' },
};

/** Processed by a job, so no request waits for it. */
const postFile: ScannedFile = { ...sent, purpose: 'post' };

let stub: ScannerStub;
let scanner: Scanner;
const scannerAt = (url: string | undefined) =>
  createScanner({
    scanner: { url, secret: SCANNER_SECRET, userKey: 'a key of the server' },
    logger: createLogger('silent'),
    timeoutMs: 500,
  });
beforeAll(async () => {
  stub = await startScanner();
  scanner = scannerAt(stub.url);
});
afterAll(async () => {
  scanner.close();
  await stub.stop();
});

describe('SV-105: the external scanner', () => {
  it('receives the bytes with metadata and a signature', async () => {
    stub.answer(replies.allow);
    expect(await scanner.scan(sent)).toBeNull();
    const [{ headers, body, isSigned } = { headers: {}, body: null, isSigned: false }] = stub.scanned;
    expect(body).toEqual(BODY);
    expect(isSigned).toBe(true);
    expect(headers).toMatchObject({
      'content-type': 'image/webp',
      'content-length': String(BODY.length),
      'x-adda-purpose': 'message',
      'x-adda-kind': 'image',
      'x-adda-sha256': SHA,
      'x-adda-dhash': '0123456789abcdef',
      'x-adda-user': expect.stringMatching(/^[0-9a-f]{32}$/),
    });
  });

  it('receives a stable pseudonym per user, and none for files without a sender', async () => {
    stub.answer(replies.allow);
    for (const userId of [12, 12, 13, null]) await scanner.scan({ ...sent, userId });
    const [first, again, other, nobody] = stub.scanned.map(({ headers }) => headers['x-adda-user']);
    expect(again).toBe(first);
    expect(other).not.toBe(first);
    expect(nobody).toBeUndefined();
  });

  it('can refuse a file or request a review with a one-line reason', async () => {
    stub.answer(replies.refuse);
    await expect(scanner.scan(sent)).rejects.toMatchObject({ code: 'upload_refused' });
    expect(stub.scanned).toHaveLength(1);
    stub.answer(replies.review);
    expect(await scanner.scan(sent)).toBe('scanner: nudity?');
  });

  it.each(['fails', 'isRedirected', 'saysOther', 'isNoJson', 'neverEnds', 'isHuge', 'hangsUp'] as const)(
    'that %s is retried once, and then the file is refused',
    async (way) => {
      stub.answer(replies[way]);
      await expect(scanner.scan(postFile)).rejects.toMatchObject({
        code: 'scanner_unavailable',
        status: 503,
      });
      expect(stub.scanned).toHaveLength(2);
      stub.answer(replies.allow, replies[way]);
      expect(await scanner.scan(postFile)).toBeNull();
    },
  );

  it('that never responds is called once while a request waits: the timeout covers all attempts', async () => {
    stub.answer(replies.neverEnds);
    await expect(scanner.scan(sent)).rejects.toMatchObject({ code: 'scanner_unavailable' });
    expect(stub.scanned).toHaveLength(1);
  });

  it('that is unreachable refuses every file; without a scanner every file passes', async () => {
    const unreachable = scannerAt('http://127.0.0.1:1/');
    await expect(unreachable.scan(sent)).rejects.toMatchObject({ code: 'scanner_unavailable' });
    unreachable.close();
    expect(await scannerAt(undefined).scan(sent)).toBeNull();
  });
});
