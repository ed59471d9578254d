import { createHash, createSign, generateKeyPairSync, randomBytes, type KeyObject } from 'node:crypto';
import type { AuthenticationResponse, RegistrationResponse } from '@adda/contract/accounts';

/** CBOR (RFC 8949), as far as authenticators of WebAuthn need it: integers, bytes, texts and maps. */
function cbor(value: number | string | Uint8Array | ReadonlyMap<number | string, unknown>): Buffer {
  const head = (major: number, count: number): Buffer => {
    if (count < 24) return Buffer.from([(major << 5) | count]);
    if (count < 256) return Buffer.from([(major << 5) | 24, count]);
    return Buffer.from([(major << 5) | 25, count >> 8, count & 255]);
  };
  if (typeof value === 'number') return value < 0 ? head(1, -1 - value) : head(0, value);
  if (typeof value === 'string')
    return Buffer.concat([head(3, Buffer.byteLength(value)), Buffer.from(value)]);
  if (value instanceof Uint8Array) return Buffer.concat([head(2, value.length), value]);
  const entries = [...value].flatMap(([key, held]) => [cbor(key), cbor(held as string)]);
  return Buffer.concat([head(5, value.size), ...entries]);
}

const sha256 = (data: Uint8Array | string): Buffer => createHash('sha256').update(data).digest();

/** COSE's description of a public key of P-256 (RFC 9053). */
function coseKeyOf(publicKey: KeyObject): Buffer {
  const { x = '', y = '' } = publicKey.export({ format: 'jwk' });
  const entries: [number, number | Buffer][] = [
    [1, 2],
    [3, -7],
    [-1, 1],
    [-2, Buffer.from(x, 'base64url')],
    [-3, Buffer.from(y, 'base64url')],
  ];
  return cbor(new Map(entries));
}

const counterBytes = (counter: number): Buffer => {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(counter);
  return bytes;
};

/** User present and verified; with a credential in it. */
const FLAGS = { present: 1, verified: 4, attested: 64 };

type Options = { readonly challenge?: unknown };

/** An authenticator of WebAuthn in software, with the browser around it, on pages of `origin`. */
export function createAuthenticator(origin = 'https://adda.example') {
  const rpIdHash = sha256(new URL(origin).hostname);
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const id = randomBytes(32);
  let counter = 0;
  const clientData = (type: string, { challenge }: Options, at: string): Buffer =>
    Buffer.from(JSON.stringify({ type, challenge, origin: at, crossOrigin: false }));
  const credential = {
    id: id.toString('base64url'),
    rawId: id.toString('base64url'),
    type: 'public-key' as const,
    clientExtensionResults: {},
  };

  return {
    /** Sets the counter of uses. Many authenticators keep it at 0. */
    setCounter: (value: number) => void (counter = value),

    /** Makes the passkey, as `navigator.credentials.create()` does. */
    create(options: Options, { at = origin, isVerified = true } = {}): RegistrationResponse {
      const length = Buffer.from([0, id.length]);
      const flags = FLAGS.present | FLAGS.attested | (isVerified ? FLAGS.verified : 0);
      const authData = Buffer.concat([
        rpIdHash,
        Buffer.from([flags]),
        counterBytes(counter),
        Buffer.alloc(16),
        length,
        id,
        coseKeyOf(publicKey),
      ]);
      const attestation = new Map<string, unknown>([
        ['fmt', 'none'],
        ['attStmt', new Map()],
        ['authData', authData],
      ]);
      return {
        ...credential,
        response: {
          clientDataJSON: clientData('webauthn.create', options, at).toString('base64url'),
          attestationObject: cbor(attestation).toString('base64url'),
          transports: ['internal'],
        },
      };
    },

    /** Uses the passkey, as `navigator.credentials.get()` does. */
    use(options: Options, { at = origin, isVerified = true } = {}): AuthenticationResponse {
      const flags = FLAGS.present | (isVerified ? FLAGS.verified : 0);
      const authData = Buffer.concat([rpIdHash, Buffer.from([flags]), counterBytes(counter)]);
      const data = clientData('webauthn.get', options, at);
      const signature = createSign('sha256')
        .update(Buffer.concat([authData, sha256(data)]))
        .sign(privateKey);
      return {
        ...credential,
        response: {
          clientDataJSON: data.toString('base64url'),
          authenticatorData: authData.toString('base64url'),
          signature: signature.toString('base64url'),
        },
      };
    },
  };
}

export type Authenticator = ReturnType<typeof createAuthenticator>;
