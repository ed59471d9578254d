import { createHmac, createPrivateKey, type KeyObject } from 'node:crypto';
import { PUSH_PAYLOAD_MAX_BYTES } from '@adda/contract/push';
import { SignJWT } from 'jose';
import webPush from 'web-push';
import type { PushMessage, Subscription } from './push.types.ts';

/** How long the signature of a push is valid. RFC 8292 allows 24 hours; less gives a clock that is wrong some room. */
const SIGNATURE_SECONDS = 12 * 60 * 60;

/** The longest time that push services keep a message: four weeks. */
const MAX_TTL_SECONDS = 28 * 24 * 60 * 60;

const TOPIC_LENGTH = 32;

/** Kinds by which one person speaks to another; a browser that saves energy shows them at once as well. */
const URGENT: ReadonlySet<string> = new Set(['message', 'mention', 'reply']);

export type PushRequestOptions = {
  /** base64url: a point of P-256 and its number. */
  readonly keys: { readonly publicKey: string; readonly privateKey: string };
  /** A mailto: or https: address that a push service may complain to. */
  readonly subject: () => string;
  /** The key of the topics, so that push services learn nothing from them. */
  readonly topicKey: Buffer;
};

/** The request that hands a push to its service. */
export type PushRequest = { readonly headers: Readonly<Record<string, string>>; readonly body: Uint8Array };

function signingKeyOf({ publicKey, privateKey }: PushRequestOptions['keys']): KeyObject {
  const point = Buffer.from(publicKey, 'base64url').subarray(1);
  const [x, y] = [point.subarray(0, 32), point.subarray(32)].map((half) => half.toString('base64url'));
  return createPrivateKey({ key: { kty: 'EC', crv: 'P-256', x, y, d: privateKey }, format: 'jwk' });
}

/**
 * Creates the writer of requests: the payload is encrypted for the browser (RFC 8291) and signed for the service (RFC 8292).
 * Throws a `RangeError` for a payload of more than `PUSH_PAYLOAD_MAX_BYTES`.
 */
export function createPushRequests({ keys, subject, topicKey }: PushRequestOptions) {
  const signingKey = signingKeyOf(keys);

  // Not by web-push, which writes to the console about each signature on localhost.
  const sign = (endpoint: string): Promise<string> =>
    new SignJWT({})
      .setProtectedHeader({ typ: 'JWT', alg: 'ES256' })
      .setAudience(new URL(endpoint).origin)
      .setSubject(subject())
      .setExpirationTime(Math.floor(Date.now() / 1000) + SIGNATURE_SECONDS)
      .sign(signingKey);

  // Of the subscription as well: otherwise a service could tell that two people are in one conversation.
  const topicOf = (id: number, tag: string): string =>
    createHmac('sha256', topicKey).update(`${id} ${tag}`).digest('base64url').slice(0, TOPIC_LENGTH);

  return async (
    { id, endpoint, p256dh, auth }: Subscription,
    { payload, ttlSeconds }: PushMessage,
  ): Promise<PushRequest> => {
    const text = Buffer.from(JSON.stringify(payload));
    if (text.length > PUSH_PAYLOAD_MAX_BYTES) throw new RangeError(`payload of ${text.length} bytes`);
    const { cipherText } = webPush.encrypt(p256dh, auth, text, 'aes128gcm');
    return {
      headers: {
        authorization: `vapid t=${await sign(endpoint)}, k=${keys.publicKey}`,
        'content-type': 'application/octet-stream',
        'content-encoding': 'aes128gcm',
        ttl: String(Math.min(Math.max(Math.floor(ttlSeconds), 0), MAX_TTL_SECONDS)),
        topic: topicOf(id, payload.tag),
        urgency: URGENT.has(payload.kind) ? 'high' : 'normal',
      },
      body: cipherText,
    };
  };
}
