import type { RawBody } from '../../../platform/http/handler.ts';
import { appError } from '../../../platform/errors.ts';
import { headerOf, hmacOf, isSameSecret } from '../gateways/signatures.ts';
import type { SandboxKeys } from '../gateways/sandbox-keys.ts';

const TOKEN_SECONDS = 3600;
const SECOND_MS = 1000;

/** Throws `sandbox_unauthorized` unless the call carries these two, as both providers take them. */
function assertBasic({ headers }: RawBody, name: string, secret: string): void {
  const right = `Basic ${Buffer.from(`${name}:${secret}`).toString('base64')}`;
  if (!isSameSecret(headerOf(headers, 'authorization') ?? '', right)) throw appError('sandbox_unauthorized');
}

/** Throws `sandbox_unauthorized` unless the call carries Razorpay's keys. */
export const assertRazorpay = ({ razorpay }: SandboxKeys, raw: RawBody): void =>
  assertBasic(raw, razorpay.keyId, razorpay.keySecret);

/** Throws `sandbox_unauthorized` unless the call carries PayPal's client and secret, which bring a token. */
export const assertPaypalClient = ({ paypal }: SandboxKeys, raw: RawBody): void =>
  assertBasic(raw, paypal.clientId, paypal.clientSecret);

const tokenFor = ({ ownSecret }: SandboxKeys, ends: string) =>
  `${ends}.${hmacOf(ownSecret, `paypal token|${ends}`)}`;

/** A token that says itself when it ends, so that every node knows it. */
export function makePaypalToken(keys: SandboxKeys): { readonly token: string; readonly seconds: number } {
  const ends = Math.floor(Date.now() / SECOND_MS) + TOKEN_SECONDS;
  return { token: tokenFor(keys, String(ends)), seconds: TOKEN_SECONDS };
}

/** Throws `sandbox_unauthorized` unless the call carries a token of the sandbox's that has not ended. */
export function assertPaypalToken(keys: SandboxKeys, { headers }: RawBody): void {
  const token = /^Bearer (\S+)$/.exec(headerOf(headers, 'authorization') ?? '')?.[1] ?? '';
  const ends = token.split('.', 1)[0] ?? '';
  const isRight = isSameSecret(token, tokenFor(keys, ends)) && Number(ends) * SECOND_MS > Date.now();
  if (!isRight) throw appError('sandbox_unauthorized');
}
