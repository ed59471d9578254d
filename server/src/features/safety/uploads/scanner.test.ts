import { createHash } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createLogger } from '../../../platform/logging/logger.ts';
import type { ScannedFile } from '../safety.types.ts';
import { createScanner, type Scanner } from './scanner.ts';
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

/** A job waits for it, and nobody else. */
const ofPost: ScannedFile = { ...sent, purpose: 'post' };

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

describe('SV-105: the outside scanner', () => {
  it('is sent the bytes with what is known of them, signed', async () => {
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

  it('knows people by a pseudonym that stays, and nobody where nobody sends', async () => {
    stub.answer(replies.allow);
    for (const userId of [12, 12, 13, null]) await scanner.scan({ ...sent, userId });
    const [first, again, other, nobody] = stub.scanned.map(({ headers }) => headers['x-adda-user']);
    expect(again).toBe(first);
    expect(other).not.toBe(first);
    expect(nobody).toBeUndefined();
  });

  it('refuses a file, or asks for a second look in one line', async () => {
    stub.answer(replies.refuse);
    await expect(scanner.scan(sent)).rejects.toMatchObject({ code: 'upload_refused' });
    expect(stub.scanned).toHaveLength(1);
    stub.answer(replies.review);
    expect(await scanner.scan(sent)).toBe('scanner: nudity?');
  });

  it.each(['fails', 'isRedirected', 'saysOther', 'isNoJson', 'neverEnds', 'isHuge', 'hangsUp'] as const)(
    'that %s is asked twice, and then the file is not let through',
    async (way) => {
      stub.answer(replies[way]);
      await expect(scanner.scan(ofPost)).rejects.toMatchObject({ code: 'scanner_unavailable', status: 503 });
      expect(stub.scanned).toHaveLength(2);
      stub.answer(replies.allow, replies[way]);
      expect(await scanner.scan(ofPost)).toBeNull();
    },
  );

  it('that never answers is asked once where somebody waits: all tries have the time of one', async () => {
    stub.answer(replies.neverEnds);
    await expect(scanner.scan(sent)).rejects.toMatchObject({ code: 'scanner_unavailable' });
    expect(stub.scanned).toHaveLength(1);
  });

  it('that is not there lets nothing through; where none is set everything passes', async () => {
    const gone = scannerAt('http://127.0.0.1:1/');
    await expect(gone.scan(sent)).rejects.toMatchObject({ code: 'scanner_unavailable' });
    gone.close();
    expect(await scannerAt(undefined).scan(sent)).toBeNull();
  });
});
