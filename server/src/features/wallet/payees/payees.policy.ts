import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import type { Payee, PayeeInput } from '@adda/contract/wallet';
import * as z from 'zod/mini';
import {
  keysFor,
  openWith,
  type Renewal,
  type ServerSecret,
} from '../../../platform/secrets/server-secrets.ts';

const HIDDEN = '••••';
const SHOWN_DIGITS = 4;

/** Returns why an account is invalid for its kind, as a text for the user; undefined if it is valid. */
export function faultOfAccount({ kind, account }: Pick<PayeeInput, 'kind' | 'account'>): string | undefined {
  if (kind === 'upi')
    return /^[\w.-]{2,}@[\w.-]{2,}$/.test(account) ? undefined : 'Enter a UPI id, such as name@bank.';
  if (kind === 'paypal')
    return /^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(account)
      ? undefined
      : 'Enter the e-mail address of your PayPal account.';
  return /^[A-Z]*(\d[A-Z]*){6,}$/i.test(numberOf(account))
    ? undefined
    : 'Enter the account number, a comma, and the bank’s code.';
}

/** Returns a masked payee for its owner and for lists of administrators (SV-93): recognizable, but unusable. */
export function maskPayee({ kind, name, account }: PayeeInput): Payee {
  return { kind, name, account_masked: kind === 'bank' ? maskNumber(account) : maskAddress(account) };
}

/** Returns the number of a bank account without the bank code and digit separators. */
const numberOf = (account: string) => (account.split(',')[0] ?? '').replaceAll(/[\s-]/g, '');

const maskNumber = (account: string): string => HIDDEN + numberOf(account).slice(-SHOWN_DIGITS);

function maskAddress(account: string): string {
  const at = account.lastIndexOf('@');
  return account.slice(0, 1) + HIDDEN + account.slice(at);
}

const CIPHER = 'aes-256-gcm';
const NONCE_BYTES = 12;
const TAG_BYTES = 16;

const details = z.object({ name: z.string(), account: z.string() });

/** Fields of a payee that are encrypted in the database. */
type PayeeDetails = z.output<typeof details>;

/**
 * Creates the encryption of payees (SV-93): AES-256-GCM with a key derived from the server's secret, bound to the
 * owner, so that a row copied to another user does not decrypt.
 */
export function createPayeeSeal(secret: ServerSecret) {
  const keys = keysFor(secret, 'opening', 'adda wallet payees');
  const seal = (userId: number, given: PayeeDetails): string => {
    const nonce = randomBytes(NONCE_BYTES);
    const cipher = createCipheriv(CIPHER, keys[0], nonce).setAAD(ownerOf(userId));
    const text = JSON.stringify({ name: given.name, account: given.account });
    const body = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
    return Buffer.concat([nonce, cipher.getAuthTag(), body]).toString('base64url');
  };
  const find = (userId: number, sealed: string) =>
    openWith(keys, (key) => openDetails(key, userId, Buffer.from(sealed, 'base64url')));
  return {
    seal,
    /**
     * Decrypts a payee. Undefined if it was not sealed with a secret in use for this user, for example after the secret was
     * changed.
     */
    open: (userId: number, sealed: string): PayeeDetails | undefined => find(userId, sealed)?.opened,
    /** Returns how a stored payee opens, and it sealed anew if only a former secret opens it. */
    renew(userId: number, sealed: string): Renewal<string> {
      const found = find(userId, sealed);
      if (!found) return 'unreadable';
      return found.isCurrent ? 'current' : { sealed: seal(userId, found.opened) };
    },
  };
}

const ownerOf = (userId: number) => Buffer.from(`payee of ${userId}`);

function openDetails(key: Buffer, userId: number, bytes: Buffer): PayeeDetails | undefined {
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
}
