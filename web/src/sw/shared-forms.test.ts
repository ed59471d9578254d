import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { IMAGE_FILE_TYPES, IMAGE_MAX_BYTES } from '@adda/contract/media';
import { IMAGES_AT_ONCE_MAX } from '@adda/contract/messages';
import { SHARE_PATH } from '@adda/contract/platform';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { deviceState } from '../platform/device-state.ts';
import { sharedContent } from '../platform/shared-content.ts';
import { receiveShare } from './shared-forms.ts';

const ADDA = 'https://adda.example';
const HOUR_MS = 3_600_000;

beforeEach(async () => {
  location.href = `${ADDA}/`;
  await Promise.all([sharedContent.remove(), deviceState.forget()]);
});
afterEach(() => vi.useRealTimers());

const image = (name: string, type = 'image/png', bytes: BlobPart = 'pixels') =>
  new File([bytes], name, { type });

/** Sends a request through the worker; undefined if it leaves it alone. */
function send(address: string, fields?: Readonly<Record<string, string>>, files: readonly File[] = []) {
  const body = new FormData();
  for (const [name, value] of Object.entries(fields ?? {})) body.append(name, value);
  for (const file of files) body.append('files', file);
  const formData = () => Promise.resolve(body);
  // A browser's own request; happy-dom's would write the form as text and read it again.
  const request = { method: fields ? 'POST' : 'GET', url: new URL(address, ADDA).href, formData };
  const respondWith = vi.fn<(response: Promise<Response>) => void>();
  receiveShare({ request: request as Request, respondWith });
  return respondWith.mock.calls[0]?.[0];
}

it('PN-01: keeps the pictures and the words, and leads to the page that asks where to', async () => {
  const fields = { title: 'Rain', text: ' at last ', url: 'https://example.com/rain' };
  const response = await send('/share', fields, [image('a.png'), image('b.webp', 'image/webp')]);
  expect([response?.status, response?.headers.get('location')]).toEqual([303, `${ADDA}/share`]);
  const kept = await sharedContent.get();
  expect(kept).toMatchObject({ ...fields, text: 'at last', refused: [], isTooMany: false });
  expect(kept?.files.map(({ name, type }) => [name, type])).toEqual([
    ['a.png', 'image/png'],
    ['b.webp', 'image/webp'],
  ]);
  expect(await kept?.files[0]?.text()).toBe('pixels');
});

it('PN-01, HM-12: takes the images that an input takes, and remembers why others are left out', async () => {
  const many = Array.from({ length: IMAGES_AT_ONCE_MAX + 1 }, (_, n) => image(`${n}.png`));
  const large = image('large.png', 'image/png', new Uint8Array(IMAGE_MAX_BYTES + 1));
  await send('/share', {}, [image('paper.pdf', 'application/pdf'), large, ...many]);
  const kept = await sharedContent.get();
  expect(kept?.files).toHaveLength(IMAGES_AT_ONCE_MAX);
  expect(kept).toMatchObject({
    isTooMany: true,
    refused: [
      { name: 'paper.pdf', problem: 'Invalid image format' },
      { name: 'large.png', problem: 'Image size exceeds 10MB' },
    ],
  });
});

it('PN-01: what was shared last counts, also if it is empty or can’t be kept', async () => {
  await send('/share', { text: 'first' });
  await send('/share', { text: 'second' });
  expect(await sharedContent.get()).toMatchObject({ text: 'second' });
  const response = await send('/share', { text: ' ' }, [image('none.png', 'image/png', '')]);
  expect(response?.status).toBe(303);
  expect(await sharedContent.get()).toBeUndefined();
});

it('PN-01: leaves all other requests alone', () => {
  expect(send('/share')).toBeUndefined();
  expect(send('/upload', {})).toBeUndefined();
  expect(send('https://other.example/share', {})).toBeUndefined();
});

it('PN-01: keeps it for an hour', async () => {
  vi.useFakeTimers({ toFake: ['Date'] });
  await send('/share', { text: 'rain' });
  vi.setSystemTime(Date.now() + HOUR_MS - 1);
  await sharedContent.removeOld();
  expect(await sharedContent.get()).toMatchObject({ text: 'rain' });
  vi.setSystemTime(Date.now() + 1);
  expect(await sharedContent.get()).toBeUndefined();
  await sharedContent.removeOld();
  vi.setSystemTime(Date.now() - HOUR_MS / 2);
  expect(await sharedContent.get()).toBeUndefined();
});

it('PN-01: what is shared before a login waits for it, and goes with the log-out', async () => {
  await send('/share', { text: 'rain' });
  await sharedContent.clear('asha');
  expect(await sharedContent.get()).toMatchObject({ text: 'rain' });
  await sharedContent.clear();
  expect(await sharedContent.get()).toBeUndefined();
});

it('PN-01: what an account shared is not there for the next one', async () => {
  await deviceState.set('session', { account: 'asha', expiresAt: 0 });
  await send('/share', { text: 'rain' });
  await sharedContent.clear('asha');
  expect(await sharedContent.get()).toMatchObject({ text: 'rain' });
  await sharedContent.clear('kabir');
  expect(await sharedContent.get()).toBeUndefined();
});

it('PN-01: the manifest names the address and the images that the app takes', async () => {
  const manifest: unknown = JSON.parse(
    await readFile(join(import.meta.dirname, '../../public/manifest.webmanifest'), 'utf8'),
  );
  expect(manifest).toMatchObject({
    share_target: {
      action: SHARE_PATH,
      method: 'POST',
      enctype: 'multipart/form-data',
      params: {
        title: 'title',
        text: 'text',
        url: 'url',
        files: [{ name: 'files', accept: [...IMAGE_FILE_TYPES] }],
      },
    },
  });
});
