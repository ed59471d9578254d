/** The browser's and the push service's side of a push, written from the RFCs: only with what Node.js has, and jose. */
import { createDecipheriv, createECDH, hkdfSync, randomBytes, type ECDH } from 'node:crypto';
import { importJWK, jwtVerify } from 'jose';

/** The keys of a browser's subscription. */
export type BrowserKeys = { readonly p256dh: string; readonly auth: string };

/** Makes the keys of a subscription. `decrypt` opens what was encrypted for them (RFC 8188, RFC 8291); it throws for all else. */
export function createBrowserKeys() {
  const pair = createECDH('prime256v1');
  pair.generateKeys();
  const auth = randomBytes(16);
  const keys: BrowserKeys = { p256dh: pair.getPublicKey('base64url'), auth: auth.toString('base64url') };
  return { keys, decrypt: (body: Buffer) => decrypt(pair, auth, body) };
}

const SALT_BYTES = 16;
const TAG_BYTES = 16;
/** What follows the text of the last record. */
const LAST_RECORD = 2;

function decrypt(pair: ECDH, auth: Buffer, body: Buffer): Buffer {
  const salt = body.subarray(0, SALT_BYTES);
  const recordSize = body.readUInt32BE(SALT_BYTES);
  const keyEnd = SALT_BYTES + 5 + body.readUInt8(SALT_BYTES + 4);
  const serverKey = body.subarray(SALT_BYTES + 5, keyEnd);
  const record = body.subarray(keyEnd);
  if (record.length > recordSize) throw new Error('more than one record');
  const label = Buffer.from('WebPush: info\0');
  const input = hkdf(
    pair.computeSecret(serverKey),
    auth,
    Buffer.concat([label, pair.getPublicKey(), serverKey]),
    32,
  );
  const key = hkdf(input, salt, Buffer.from('Content-Encoding: aes128gcm\0'), 16);
  const nonce = hkdf(input, salt, Buffer.from('Content-Encoding: nonce\0'), 12);
  const decipher = createDecipheriv('aes-128-gcm', key, nonce);
  decipher.setAuthTag(record.subarray(-TAG_BYTES));
  const padded = Buffer.concat([decipher.update(record.subarray(0, -TAG_BYTES)), decipher.final()]);
  const end = padded.lastIndexOf(LAST_RECORD);
  if (end < 0 || padded.subarray(end + 1).some((byte) => byte !== 0)) throw new Error('wrong padding');
  return padded.subarray(0, end);
}

const hkdf = (input: Buffer, salt: Buffer, info: Buffer, length: number): Buffer =>
  Buffer.from(hkdfSync('sha256', input, salt, info, length));

const DAY_SECONDS = 24 * 60 * 60;

/** The signer of a push: its key (base64url) and contact, and the time at which the signature ends, in seconds since 1970. */
export type Signer = { readonly publicKey: string; readonly subject: string; readonly expiresAt: number };

/** Verifies the `authorization` of a push to a service (RFC 8292). Throws for a wrong one. */
export async function verifySigner(authorization: string | undefined, origin: string): Promise<Signer> {
  const [, token = '', publicKey = ''] = /^vapid t=([\w.-]+), ?k=([\w-]+)$/.exec(authorization ?? '') ?? [];
  const point = Buffer.from(publicKey, 'base64url');
  const [x, y] = [point.subarray(1, 33), point.subarray(33)].map((half) => half.toString('base64url'));
  const key = await importJWK({ kty: 'EC', crv: 'P-256', x: x ?? '', y: y ?? '' }, 'ES256');
  const { payload } = await jwtVerify(token, key, { algorithms: ['ES256'], audience: origin });
  const { exp = Infinity, sub = '' } = payload;
  if (exp > Date.now() / 1000 + DAY_SECONDS) throw new Error('valid for more than 24 hours');
  if (!/^(mailto|https):/.test(sub)) throw new Error(`not a contact: ${sub}`);
  return { publicKey, subject: sub, expiresAt: exp };
}
