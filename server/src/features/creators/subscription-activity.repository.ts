import { sql } from 'kysely';
import type { ActivitySource } from '../activity/index.ts';
import { mayBeNamed } from '../relations/index.ts';

type SubscriptionActivityRow = {
  readonly id: string;
  readonly subscriber_id: number;
  readonly subscriber: string;
  readonly plan: string;
};

/** Who subscribed to the reader, also if it ended since: a source of the activity (NT-01). An item names its subscription. */
export const subscriptionActivity: ActivitySource = {
  kinds: ['subscription'],

  async resolve(db, readerId, items) {
    const { rows } = await sql<SubscriptionActivityRow>`
      SELECT item.id, subscription.subscriber_id, subscriber.username AS subscriber, plan.name AS plan
      FROM unnest(
        ${items.map(({ id }) => id)}::text[], ${items.map(({ subjectId }) => subjectId)}::text[]
      ) AS item (id, subscription_id)
      CROSS JOIN LATERAL (
        SELECT * FROM subscriptions
        WHERE subscriptions.subscription_id = item.subscription_id AND subscriptions.creator_id = ${readerId}
          AND subscriptions.activated_at IS NOT NULL OFFSET 0
      ) subscription
      CROSS JOIN LATERAL (SELECT name FROM plans WHERE plans.id = subscription.plan_id OFFSET 0) plan
      CROSS JOIN LATERAL (
        SELECT username FROM users WHERE users.id = subscription.subscriber_id OFFSET 0
      ) subscriber
      WHERE ${mayBeNamed(sql`subscription.subscriber_id`, sql`${readerId}::bigint`)}`.execute(db);
    return new Map(
      rows.map(({ id, subscriber_id: subscriberId, subscriber, plan }) => [
        id,
        {
          actorIds: [subscriberId],
          actorCount: 1,
          subject: { type: 'user', id: subscriber },
          excerpt: plan,
        },
      ]),
    );
  },

  listUnseen: async (...of) => new Set((await subscriptionActivity.resolve(...of)).keys()),
};
