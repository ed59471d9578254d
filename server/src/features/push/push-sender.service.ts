import type { Logger } from 'pino';
import type { Metrics } from '../../platform/metrics/index.ts';
import { OutboundRefused, type Poster, type RefusalReason } from '../../platform/outbound/index.ts';
import { outcomeOf } from './push-outcome.policy.ts';
import type { createPushRequests, PushRequest } from './push-request.codec.ts';
import type { PushMessage, PushOutcome, PushSender, Subscription } from './push.types.ts';
import type { Subscriptions } from './subscriptions.service.ts';

/** Limit of one delivery: name lookup, connection, request and response. */
const TIMEOUT_MS = 10_000;

/** Failures that may pass; all others are about the address itself. */
const PASSING: ReadonlySet<RefusalReason> = new Set(['time', 'network']);

/** How each outcome is counted. */
const COUNTED = { sent: 'sent', gone: 'gone', later: 'retried', refused: 'refused' } as const;

type Deps = {
  readonly poster: Poster;
  readonly requestFor: ReturnType<typeof createPushRequests>;
  readonly subscriptions: Pick<Subscriptions, 'end' | 'count'>;
  readonly metrics: Pick<Metrics, 'counter' | 'gauge'>;
  readonly logger: Logger;
};

/** Creates the sender (PN-02, PN-03). It ends a subscription that is gone; addresses and keys are never logged. */
export function createPushSender({ poster, requestFor, subscriptions, metrics, logger }: Deps): PushSender {
  const count = metrics.counter({
    name: 'pushes_total',
    help: 'Tries to hand a push to its service, by what became of them',
    labels: ['outcome'],
  });
  for (const outcome of Object.values(COUNTED)) count({ outcome }, 0);
  metrics.gauge({ name: 'push_subscriptions', help: 'Browsers to which is pushed, on all nodes' }, () =>
    subscriptions.count(),
  );

  async function post(endpoint: string, request: PushRequest): Promise<PushOutcome> {
    try {
      const answer = await poster.postBytes(endpoint, { ...request, timeoutMs: TIMEOUT_MS });
      return outcomeOf(answer, new Date());
    } catch (error) {
      const reason = error instanceof OutboundRefused ? error.reason : 'network';
      return PASSING.has(reason) ? { kind: 'later' } : { kind: 'refused', reason };
    }
  }

  async function deliver(subscription: Subscription, message: PushMessage): Promise<PushOutcome> {
    let request: PushRequest;
    try {
      request = await requestFor(subscription, message);
    } catch (error) {
      // Keys are checked when they are stored, so only a payload can be the cause. Errors of libraries may repeat it.
      return { kind: 'refused', reason: error instanceof RangeError ? error.message : 'encryption' };
    }
    return post(subscription.endpoint, request);
  }

  return {
    async send(subscription, message) {
      const outcome = await deliver(subscription, message);
      count({ outcome: COUNTED[outcome.kind] });
      const { id: subscriptionId } = subscription;
      if (outcome.kind === 'refused') logger.warn({ subscriptionId, reason: outcome.reason }, 'push refused');
      if (outcome.kind !== 'gone') return outcome;
      try {
        await subscriptions.end(subscriptionId);
      } catch (error) {
        // The next push to it is told the same.
        logger.warn({ subscriptionId, err: error }, 'push subscription not ended');
      }
      return outcome;
    },
  };
}
