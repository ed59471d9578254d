import type { RawBody } from '../../../platform/http/handler.ts';
import { appError } from '../../../platform/errors.ts';
import { isSameSecret } from '../../../platform/secrets/same-secret.ts';
import { headerOf, hmacOf } from '../gateways/gateway.codec.ts';
import type { SandboxKeys } from '../gateways/gateways.service.ts';

const TOKEN_SECONDS = 3600;
const SECOND_MS = 1000;

/** Throws `sandbox_unauthorized` unless the request has these basic credentials, which both providers use. */
function assertBasic({ headers }: RawBody, name: string, secret: string): void {
  const right = `Basic ${Buffer.from(`${name}:${secret}`).toString('base64')}`;
  if (!isSameSecret(headerOf(headers, 'authorization') ?? '', right)) throw appError('sandbox_unauthorized');
}

/** Throws `sandbox_unauthorized` unless the request has Razorpay's keys. */
export const assertRazorpay = ({ razorpay }: SandboxKeys, raw: RawBody): void =>
  assertBasic(raw, razorpay.keyId, razorpay.keySecret);

/**
 * Throws `sandbox_unauthorized` unless the request has PayPal's client id and secret, which are exchanged for a token.
 */
export const assertPaypalClient = ({ paypal }: SandboxKeys, raw: RawBody): void =>
  assertBasic(raw, paypal.clientId, paypal.clientSecret);

const tokenFor = ({ ownSecret }: SandboxKeys, ends: string) =>
  `${ends}.${hmacOf(ownSecret, `paypal token|${ends}`)}`;

/** Returns a token that contains its expiry, so that every node can verify it. */
export function makePaypalToken(keys: SandboxKeys): { readonly token: string; readonly seconds: number } {
  const ends = Math.floor(Date.now() / SECOND_MS) + TOKEN_SECONDS;
  return { token: tokenFor(keys, String(ends)), seconds: TOKEN_SECONDS };
}

/** Throws `sandbox_unauthorized` unless the request has an unexpired token of the sandbox. */
export function assertPaypalToken(keys: SandboxKeys, { headers }: RawBody): void {
  const token = /^Bearer (\S+)$/.exec(headerOf(headers, 'authorization') ?? '')?.[1] ?? '';
  const ends = token.split('.', 1)[0] ?? '';
  const isValid = isSameSecret(token, tokenFor(keys, ends)) && Number(ends) * SECOND_MS > Date.now();
  if (!isValid) throw appError('sandbox_unauthorized');
}
