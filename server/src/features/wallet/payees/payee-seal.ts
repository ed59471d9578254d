import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';
import * as z from 'zod/mini';

const CIPHER = 'aes-256-gcm';
const KEY_BYTES = 32;
const NONCE_BYTES = 12;
const TAG_BYTES = 16;

const details = z.object({ name: z.string(), account: z.string() });

/** Fields of a payee that are encrypted in the database. */
export type PayeeDetails = z.output<typeof details>;

/**
 * Creates the encryption of payees (SV-93): AES-256-GCM with a key derived from the server's secret, bound to the
 * owner, so that a row copied to another user does not decrypt.
 */
export function createPayeeSeal(secret: string) {
  const key = Buffer.from(hkdfSync('sha256', secret, '', 'adda wallet payees', KEY_BYTES));
  const ownerOf = (userId: number) => Buffer.from(`payee of ${userId}`);
  return {
    seal(userId: number, given: PayeeDetails): string {
      const nonce = randomBytes(NONCE_BYTES);
      const cipher = createCipheriv(CIPHER, key, nonce).setAAD(ownerOf(userId));
      const text = JSON.stringify({ name: given.name, account: given.account });
      const body = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
      return Buffer.concat([nonce, cipher.getAuthTag(), body]).toString('base64url');
    },
    /**
     * Decrypts a payee. Undefined if it was not sealed with this secret for this user, for example after the secret was
     * changed.
     */
    open(userId: number, sealed: string): PayeeDetails | undefined {
      const bytes = Buffer.from(sealed, 'base64url');
      const [tagStart, start] = [NONCE_BYTES, NONCE_BYTES + TAG_BYTES];
      if (bytes.length < start) return undefined;
      const decipher = createDecipheriv(CIPHER, key, bytes.subarray(0, tagStart))
        .setAAD(ownerOf(userId))
        .setAuthTag(bytes.subarray(tagStart, start));
      const body = decipher.update(bytes.subarray(start));
      try {
        return details.parse(JSON.parse(Buffer.concat([body, decipher.final()]).toString()));
      } catch {
        return undefined;
      }
    },
  };
}
