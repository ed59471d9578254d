import { createCipheriv, createDecipheriv, createHash, randomBytes } from 'node:crypto';
import { RECOVERY_CODES, TOTP_DIGITS, TOTP_SECONDS } from '@adda/contract/accounts';
import { Secret, TOTP } from 'otpauth';
import { encodeQR } from 'qr';
import {
  keysFor,
  openWith,
  type Renewal,
  type ServerSecret,
} from '../../../platform/secrets/server-secrets.ts';

const SECRET_BYTES = 20;
const ISSUER = 'Adda';

const totpOf = (secret: Uint8Array, label = ''): TOTP =>
  new TOTP({
    issuer: ISSUER,
    label,
    algorithm: 'SHA1',
    digits: TOTP_DIGITS,
    period: TOTP_SECONDS,
    secret: new Secret({ buffer: Uint8Array.from(secret).buffer }),
  });

/** Makes the secret of an authenticator app (RFC 6238). */
export const createTotpSecret = (): Buffer => randomBytes(SECRET_BYTES);

/** Returns what an authenticator app needs: the secret in base32, the address of its key, and that as a QR code. */
export function describeTotpSecret(secret: Uint8Array, username: string) {
  const totp = totpOf(secret, username);
  const address = totp.toString();
  return { secret: totp.secret.base32, otpauth_url: address, qr_svg: encodeQR(address, 'svg') };
}

/** Returns the step whose code this is: the present one or the one before (ID-02); undefined for any other code. */
export function stepOfCode(secret: Uint8Array, code: string, now: Date): number | undefined {
  if (!/^\d{6}$/.test(code)) return undefined;
  const delta = totpOf(secret).validate({ token: code, timestamp: now.getTime(), window: 1 });
  if (delta === null || delta > 0) return undefined;
  return Math.floor(now.getTime() / 1000 / TOTP_SECONDS) + delta;
}

const CIPHER = 'aes-256-gcm';
const IV_BYTES = 12;
const TAG_BYTES = 16;

/** Encrypts secrets for the database, so that a stolen backup holds none. The user's id is bound to it. */
export function createSecretCipher(jwtSecret: ServerSecret) {
  const keys = keysFor(jwtSecret, 'opening', 'adda authenticator secrets');
  const seal = (secret: Uint8Array, userId: number): Buffer => {
    const iv = randomBytes(IV_BYTES);
    const cipher = createCipheriv(CIPHER, keys[0], iv).setAAD(Buffer.from(String(userId)));
    return Buffer.concat([iv, cipher.update(secret), cipher.final(), cipher.getAuthTag()]);
  };
  const find = (sealed: Uint8Array, userId: number) =>
    openWith(keys, (key) => openSecret(key, Buffer.from(sealed), userId));
  return {
    seal,
    /** Returns the secret; undefined if it was sealed with a key that is not in use, or for another user. */
    open: (sealed: Uint8Array, userId: number): Buffer | undefined => find(sealed, userId)?.opened,
    /** Returns how a stored secret opens, and it sealed anew if only a former key opens it. */
    renew(sealed: Uint8Array, userId: number): Renewal<Buffer> {
      const found = find(sealed, userId);
      if (!found) return 'unreadable';
      return found.isCurrent ? 'current' : { sealed: seal(found.opened, userId) };
    },
  };
}

function openSecret(key: Buffer, bytes: Buffer, userId: number): Buffer | undefined {
  if (bytes.length < IV_BYTES + TAG_BYTES) return undefined;
  const decipher = createDecipheriv(CIPHER, key, bytes.subarray(0, IV_BYTES))
    .setAAD(Buffer.from(String(userId)))
    .setAuthTag(bytes.subarray(-TAG_BYTES));
  try {
    return Buffer.concat([decipher.update(bytes.subarray(IV_BYTES, -TAG_BYTES)), decipher.final()]);
  } catch {
    return undefined; // JWT_SECRET was changed: recovery codes still work
  }
}

/** Without letters and digits that look alike. */
const ALPHABET = 'abcdefghjkmnpqrstuvwxyz23456789';
const GROUPS = 6;
const GROUP_LENGTH = 4;

function createRecoveryCode(): string {
  const letters = Array.from({ length: GROUPS * GROUP_LENGTH }, () => {
    // Bytes above the last multiple of the alphabet's length would make its first letters more likely.
    for (;;) {
      const [byte = 0] = randomBytes(1);
      if (byte < 256 - (256 % ALPHABET.length)) return ALPHABET[byte % ALPHABET.length];
    }
  });
  return Array.from({ length: GROUPS }, (_, group) =>
    letters.slice(group * GROUP_LENGTH, (group + 1) * GROUP_LENGTH).join(''),
  ).join('-');
}

/**
 * Makes new recovery codes: 24 letters and digits each (118 bits), in groups of four. At least 112 bits make a hash without salt
 * enough. Codes made by earlier versions have 16 letters and stay valid.
 */
export const createRecoveryCodes = (): string[] => Array.from({ length: RECOVERY_CODES }, createRecoveryCode);

/** Returns a code as it is compared: blanks and dashes don't count, nor does the case. */
export const plainCode = (code: string): string => code.replace(/[\s-]/g, '').toLowerCase();

/** The hash that is stored of a recovery code or a login challenge; both have too many values to be guessed from it. */
export const hashOfCode = (code: string): string =>
  createHash('sha256').update(plainCode(code)).digest('base64url');
