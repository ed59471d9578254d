import { once } from 'node:events';
import { request as httpRequest, type ClientRequest, type IncomingMessage } from 'node:http';
import { utimes, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { IMAGE_MAX_BYTES } from '@adda/contract/media';
import { API_KEY_HEADER, DEFAULT_API_KEY } from '@adda/contract/platform';
import sharp from 'sharp';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { sweepUploads } from '../../platform/http/uploads.ts';
import { bombOf, gifOfFrames } from './hostile-pictures.fixture.ts';
import { formOf, startMedia, UPLOAD_PATH, type MediaFixture } from './media.fixture.ts';
import { colorAt, halves, kinds, rotatedWithLocation } from './pictures.fixture.ts';

let fixture: MediaFixture;
beforeAll(async () => {
  fixture = await startMedia();
});
afterAll(() => fixture.stop());
afterEach(async () => {
  // Whatever happened in a test, no uploaded file remains.
  await vi.waitUntil(async () => (await fixture.uploadsOnDisk()).length === 0);
});

const formatError = { status: 415, code: 'invalid_image_format', detail: 'Invalid image format' };
const sizeError = { status: 413, code: 'image_too_large', detail: 'Image size exceeds 10MB' };
const malformed = { status: 400, code: 'malformed_request' };
const FORM = 'multipart/form-data; boundary=xx';

/** Creates a PNG of exactly this size; decoders ignore trailing bytes. */
async function pngOf(bytes: number): Promise<Buffer> {
  return Buffer.concat([await halves().png().toBuffer()], bytes);
}

/** Sends a raw body. Returns the response. */
async function sendRaw(token: string, body: string, type: string, headers: Record<string, string> = {}) {
  const response = await fetch(fixture.url + UPLOAD_PATH, {
    method: 'POST',
    headers: {
      [API_KEY_HEADER]: DEFAULT_API_KEY,
      authorization: `Bearer ${token}`,
      'content-type': type,
      ...headers,
    },
    body,
  });
  const answer: { code?: string; detail?: unknown } = JSON.parse(await response.text());
  return { status: response.status, ...answer };
}

const part = (name: string, content: string, file = '') =>
  `--xx\r\ncontent-disposition: form-data; name="${name}"${file && `; filename="${file}"`}\r\n\r\n${content}\r\n`;

/** Starts an upload, which the test continues. */
function beginUpload(token: string, headers: Record<string, string | number> = {}) {
  return httpRequest(fixture.url + UPLOAD_PATH, {
    method: 'POST',
    headers: {
      [API_KEY_HEADER]: DEFAULT_API_KEY,
      authorization: `Bearer ${token}`,
      'content-type': FORM,
      ...headers,
    },
  });
}

describe('SV-44: an image from a file', () => {
  it('PC-36: is stored, re-encoded without location data, and returned with a link for the sender', async () => {
    const { token } = await fixture.person();
    const form = formOf(await rotatedWithLocation().jpeg().toBuffer(), { format: 'webp', quality: '70' });
    const { status, ...image } = await fixture.sendForm(token, form);
    expect({ status, ...image }).toEqual({
      status: 200,
      image_url: expect.stringContaining(`/media/images/${image.image_id}?`),
      image_id: expect.any(String),
      width: 40,
      height: 60,
    });
    const shown = await fixture.open(image.image_url ?? '', { token });
    expect(shown.headers.get('content-type')).toBe('image/webp');
    expect(await colorAt(shown.bytes, 0.5, 0.1)).toBe('red');
    expect(shown.bytes.toString('latin1')).not.toMatch(/Nadia|EXIF/);
  });

  it.each(['jpeg', 'png', 'gif', 'webp'])('PC-32: %s is accepted, whatever its file name', async (kind) => {
    const { token } = await fixture.person();
    const picture = (await kinds[kind]?.()) ?? Buffer.alloc(0);
    const { status, image_url } = await fixture.sendForm(token, formOf(picture, {}, '../x.exe\0.svg'));
    expect(status).toBe(200);
    expect((await sharp((await fixture.open(image_url ?? '', { token })).bytes).metadata()).format).toBe(
      'webp',
    );
  });

  it('R-15: a large one has a small variant under the same signature; a small one is its own variant', async () => {
    const { token } = await fixture.person();
    const noise = { create: { width: 2000, height: 1000, channels: 3, background: 'red' } } as const;
    for (const [picture, full, small] of [
      [await sharp(noise).png().toBuffer(), 1600, 640],
      [await halves(300, 200).png().toBuffer(), 300, 300],
    ] as const) {
      const { image_url = '' } = await fixture.sendForm(token, formOf(picture));
      expect((await sharp((await fixture.open(image_url, { token })).bytes).metadata()).width).toBe(full);
      const shown = await fixture.open(`${image_url}&size=small`, { token });
      expect((await sharp(shown.bytes).metadata()).width).toBe(small);
      expect((await fixture.open(`${image_url}&size=huge`)).status).toBe(422);
    }
  });

  it('X-46: quality is the encoding quality; invalid values count as 70', async () => {
    const { token } = await fixture.person();
    const noise = { type: 'gaussian', mean: 128, sigma: 40 } as const;
    const create = { width: 300, height: 300, channels: 3, background: 'white', noise } as const;
    const picture = await sharp({ create }).png().toBuffer();
    const bytesOf = async (fields: Record<string, string>) => {
      const { image_url } = await fixture.sendForm(token, formOf(picture, fields));
      return (await fixture.open(image_url ?? '', { token })).bytes.length;
    };
    const usual = await bytesOf({});
    expect(await bytesOf({ quality: '10' })).toBeLessThan(usual / 2);
    expect(await bytesOf({ quality: '95' })).toBeGreaterThan(usual * 1.3);
    for (const quality of ['70', '0', '101', '-5', '7.5', 'best', ''])
      expect(await bytesOf({ quality, format: 'png' }), quality).toBe(usual);
  });
});

describe('refused uploads', () => {
  it.each([
    ['SVG named .png', '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>'],
    ['HTML named .png', '<!doctype html><script>alert(1)</script>'],
    ['a script with a GIF signature', 'GIF89a=1;/*'.padEnd(400, ' ') + '*/alert(1)'],
    ['an empty file', ''],
  ])('R-16: %s', async (_name, content) => {
    const { token } = await fixture.person();
    expect(await fixture.sendForm(token, formOf(Buffer.from(content)))).toEqual(formatError);
  });

  it.each([
    ['14,000 by 14,000 pixels', () => bombOf(14_000, 14_000)],
    ['10,000 frames', () => gifOfFrames(10_000)],
    ['a truncated picture', async () => (await halves(900, 900).png().toBuffer()).subarray(0, 900)],
  ])('R-16: %s', async (_name, make) => {
    const { token } = await fixture.person();
    expect(await fixture.sendForm(token, formOf(await make()))).toEqual(formatError);
  });

  it('X-47: a bitmap, although external URLs may lead to one', async () => {
    const { token } = await fixture.person();
    const bmp = (await kinds['bmp of 24 bits']?.()) ?? Buffer.alloc(0);
    expect(await fixture.sendForm(token, formOf(bmp))).toEqual(formatError);
  });

  it('PC-33: one byte more than 10 MB; 10 MB are accepted', async () => {
    const { token } = await fixture.person();
    expect((await fixture.sendForm(token, formOf(await pngOf(IMAGE_MAX_BYTES)))).status).toBe(200);
    expect(await fixture.sendForm(token, formOf(await pngOf(IMAGE_MAX_BYTES + 1)))).toEqual(sizeError);
  });

  it('CO-31: a large one immediately, with or without Content-Length, and the connection is closed', async () => {
    const { token } = await fixture.person();
    const announced = beginUpload(token, { 'content-length': 5_000_000_000 });
    announced.flushHeaders();
    const endless = beginUpload(token);
    endless.write(part('file', '', 'x.png').slice(0, -2));
    const more = Buffer.alloc(1024 * 1024);
    const flood = () => {
      if (!endless.destroyed) endless.write(more, flood);
    };
    flood();
    const answerTo = async (upload: ClientRequest) => {
      const cut = new Promise((resolve) => upload.once('close', resolve));
      const answered = Promise.withResolvers<IncomingMessage>();
      upload.once('response', answered.resolve);
      // The connection is closed while this side still sends.
      upload.on('error', answered.reject);
      const response = await answered.promise;
      response.resume().on('error', () => undefined);
      await cut;
      return response.statusCode;
    };
    expect(await Promise.all([answerTo(announced), answerTo(endless)])).toEqual([413, 413]);
  });

  it('a form without a file, or with an empty file field of a browser', async () => {
    const { token } = await fixture.person();
    const missing = { status: 400, code: 'image_missing', detail: 'Please select a file' };
    for (const body of [
      `${part('format', 'webp')}--xx--\r\n`,
      `${part('file', 'only a text')}--xx--\r\n`,
      '--xx\r\ncontent-disposition: form-data; name="file"; filename=""\r\ncontent-type: application/octet-stream\r\n\r\n\r\n--xx--\r\n',
    ])
      expect(await sendRaw(token, body, FORM), body).toEqual(missing);
  });

  it.each([
    ['two files', `${part('file', 'a', 'a.png')}${part('file', 'b', 'b.png')}--xx--\r\n`],
    ['a file under another name', `${part('picture', 'a', 'a.png')}--xx--\r\n`],
    ['truncated in the file', part('file', 'abc', 'a.png').slice(0, -2)],
    ['truncated in its header', '--xx\r\ncontent-disp'],
    ['no form at all', 'hello'],
    ['a long field', `${part('format', 'x'.repeat(17_000))}--xx--\r\n`],
    ['a NUL', `${part('format', 'a\0b')}--xx--\r\n`],
    ['many fields', `${Array.from({ length: 20 }, (_, n) => part(`f${n}`, 'x')).join('')}--xx--\r\n`],
    ['a field with an invalid name', `${part('__proto__', 'x')}--xx--\r\n`],
  ])('a broken form: %s', async (_name, body) => {
    const { token } = await fixture.person();
    expect(await sendRaw(token, body, FORM)).toMatchObject(malformed);
  });

  it('JSON, a form without a boundary, and a form where JSON is expected', async () => {
    const { token } = await fixture.person();
    expect(await sendRaw(token, '{}', 'application/json')).toMatchObject({ status: 415 });
    expect(await sendRaw(token, 'x', 'text/plain')).toMatchObject({ status: 415 });
    expect(await sendRaw(token, 'x', 'multipart/form-data; charset=x')).toMatchObject(malformed);
    const response = await fetch(`${fixture.url}/api/images/upload-image-url/`, {
      method: 'POST',
      headers: { [API_KEY_HEADER]: DEFAULT_API_KEY, authorization: `Bearer ${token}` },
      body: formOf(Buffer.from('x')),
    });
    expect(response.status).toBe(415);
  });

  it('a field that is too long for the contract, with the list of fields', async () => {
    const { token } = await fixture.person();
    const form = formOf(await halves().png().toBuffer(), { quality: '1'.repeat(11) });
    expect(await fixture.sendForm(token, form)).toMatchObject({ status: 422, code: 'validation_failed' });
  });

  it('R-13: a caller without a session, before a byte is read', async () => {
    const upload = beginUpload('', { 'content-length': 1_000_000 });
    upload.on('error', () => undefined);
    upload.flushHeaders();
    const [response] = await once(upload, 'response');
    expect(response.statusCode).toBe(401);
    upload.destroy();
  });
});

describe('temporary files', () => {
  it('are removed when the sender disconnects', async () => {
    const { token } = await fixture.person();
    const upload = beginUpload(token);
    upload.on('error', () => undefined);
    upload.write(part('file', 'x'.repeat(100_000), 'x.png').slice(0, -2));
    await vi.waitFor(async () => expect(await fixture.uploadsOnDisk()).toHaveLength(1));
    upload.destroy();
    await vi.waitFor(async () => expect(await fixture.uploadsOnDisk()).toEqual([]));
  });

  it('of a killed process are removed at the next start, those in use are kept', async () => {
    const [old, young] = ['old.upload', 'young.upload'].map((name) => path.join(fixture.uploadFolder, name));
    await writeFile(old ?? '', 'x');
    await writeFile(young ?? '', 'x');
    const yesterday = new Date(Date.now() - 24 * 3600 * 1000);
    await utimes(old ?? '', yesterday, yesterday);
    await sweepUploads(fixture.uploadFolder);
    expect(await fixture.uploadsOnDisk()).toEqual(['young.upload']);
    await sweepUploads(fixture.uploadFolder, Date.now() + 24 * 3600 * 1000);
  });
});
