import type { PushPayload } from '@adda/contract/push';

/** A browser to which is pushed. */
export type Subscription = {
  readonly id: number;
  readonly userId: number;
  readonly endpoint: string;
  /** Base64url: the browser's point of P-256 (65 bytes) and its secret (16 bytes). */
  readonly p256dh: string;
  readonly auth: string;
};

/** One push. */
export type PushMessage = {
  readonly payload: PushPayload;
  /** How long the push service keeps it for a browser that is not connected, in seconds. */
  readonly ttlSeconds: number;
};

/**
 * What became of a push: taken; `gone`, when the subscription has ended (404, 410); `later`, when it may be tried again (429, 5xx, no
 * connection), after the time that the service asked for, if any; or refused for good.
 */
export type PushOutcome =
  | { readonly kind: 'sent' }
  | { readonly kind: 'gone' }
  | { readonly kind: 'later'; readonly retryAfterSeconds?: number }
  | { readonly kind: 'refused'; readonly reason: string };

/** Encrypts a push and hands it to the push service (RFC 8030, 8291, 8292). It never rejects. */
export type PushSender = {
  send(subscription: Subscription, message: PushMessage): Promise<PushOutcome>;
};
