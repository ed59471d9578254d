import { request } from 'node:http';
import { text } from 'node:stream/consumers';
import { setTimeout as delay } from 'node:timers/promises';
import { API_KEY_HEADER, DEFAULT_API_KEY } from '@adda/contract/platform';
import { expect, it, onTestFinished } from 'vitest';
import { halves } from '../../media/pictures.fixture.ts';
import { replies, SCANNER_SECRET, startScanner } from '../../safety/uploads/scanner.fixture.ts';
import { startSanctions, type Person } from './sanctions.fixture.ts';

const BOUNDARY = 'in-flight';
const FORM = `multipart/form-data; boundary=${BOUNDARY}`;
const partOf = (name: string, more = '') =>
  `--${BOUNDARY}\r\ncontent-disposition: form-data; name="${name}"${more}\r\n\r\n`;

/** Returns a multipart form with a picture, as raw bytes. */
async function formBytes(): Promise<Buffer> {
  const start = `${partOf('caption')}slow\r\n${partOf('file', '; filename="a.png"')}`;
  return Buffer.concat([
    Buffer.from(start),
    await halves().png().toBuffer(),
    Buffer.from(`\r\n--${BOUNDARY}--\r\n`),
  ]);
}

type Sent = { readonly url: string; readonly by: Person; readonly type: string; readonly body: Buffer };

/** Sends a body, but holds back its last byte until `meanwhile` has finished. */
async function sendSlowly({ url, by, type, body }: Sent, meanwhile: () => Promise<unknown>) {
  const headers = {
    [API_KEY_HEADER]: DEFAULT_API_KEY,
    authorization: `Bearer ${by.token}`,
    'content-type': type,
    'content-length': body.length,
  };
  const call = request(url, { method: 'POST', headers });
  const answered = new Promise<{ status: number | undefined; code: string | undefined }>(
    (resolve, reject) => {
      call.on('error', reject);
      call.on('response', (response) => {
        text(response).then((answer) => {
          const { code }: { code?: string } = JSON.parse(answer);
          resolve({ status: response.statusCode, code });
        }, reject);
      });
    },
  );
  await new Promise((resolve) => void call.write(body.subarray(0, -1), resolve));
  await meanwhile();
  call.end(body.subarray(-1));
  return answered;
}

const SUSPENDED = { status: 403, code: 'account_suspended' };

it.each(['/upload', '/media/upload', '/api/images/upload-image-preview/', '/users/update-profile'])(
  'R-07: an upload to %s is refused when its sender is suspended during the transfer',
  async (path) => {
    const { url, admin, person, suspendBy, client } = await startSanctions();
    const [boss, by] = [await admin(), await person()];
    const sent = { url: `${url}${path}`, by, type: FORM, body: await formBytes() };
    const answer = await sendSlowly(sent, async () => {
      // When this response arrives, the guard has admitted the request sent before.
      await client('GET /users/me', {}, by);
      expect((await suspendBy(boss, by)).status).toBe(200);
    });
    expect(answer).toEqual(SUSPENDED);
  },
);

it('R-07: a slow request body is refused when its sender is suspended meanwhile', async () => {
  const { url, admin, person, suspendBy } = await startSanctions();
  const [boss, by] = [await admin(), await person()];
  const body = Buffer.from(JSON.stringify({ name: 'A slow room' }));
  const sent = { url: `${url}/groupchat/groups/create`, by, type: 'application/json', body };
  const answer = await sendSlowly(sent, async () => {
    await delay(150);
    expect((await suspendBy(boss, by)).status).toBe(200);
  });
  expect(answer).toEqual(SUSPENDED);
});

it('R-07: a profile is not changed when its user is suspended while the picture is scanned', async () => {
  const scanner = await startScanner();
  onTestFinished(scanner.stop);
  const settings = { SCANNER_URL: scanner.url, SCANNER_SECRET };
  const { url, admin, person, suspendBy, database } = await startSanctions(settings);
  const [boss, by] = [await admin(), await person()];
  scanner.answer((scanned, response) => {
    void suspendBy(boss, by).then(() => replies.allow(scanned, response));
  });
  const sent = { url: `${url}/users/update-profile`, by, type: FORM, body: await formBytes() };
  expect((await sendSlowly(sent, async () => undefined)).status).toBe(401);
  const pictures = database.db.selectFrom('users').select('profile_image_url');
  expect(await pictures.where('username', '=', by.username).executeTakeFirst()).toEqual({
    profile_image_url: null,
  });
});
