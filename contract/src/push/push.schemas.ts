import * as z from 'zod/mini';
import type { NotifiedKind } from '../activity/notification-settings.ts';
import { PUSH_ENDPOINT_MAX } from './push.limits.ts';

/** Body of subscribing: what `PushSubscription.toJSON()` of a browser returns; other fields are ignored (PN-02). */
export const pushSubscriptionInput = z.object({
  endpoint: z.string().check(z.maxLength(PUSH_ENDPOINT_MAX)),
  keys: z.object({ p256dh: z.string().check(z.maxLength(200)), auth: z.string().check(z.maxLength(100)) }),
});

/** Body of ending a subscription. */
export const pushUnsubscriptionInput = z.object({ endpoint: z.string() });

/**
 * What is pushed, as JSON, at most `PUSH_PAYLOAD_MAX_BYTES` (PN-03). `kind`: of activity, or `message`. `tag`: of the conversation
 * or activity; a browser shows one notification for each. `url`: the path that a press opens. `count`: unread messages of the
 * conversation, otherwise 1. `message_id`: the message that was pushed, to reply to it or to read up to it; absent if the push is
 * about no message.
 */
export type PushPayload = {
  readonly kind: NotifiedKind;
  readonly tag: string;
  readonly title: string;
  readonly body: string;
  readonly url: string;
  readonly count: number;
  readonly message_id?: string;
};
