import type { Generated } from 'kysely';

/** A browser to which is pushed; it ends with its session (PN-02). */
export type PushSubscriptionsTable = {
  id: Generated<number>;
  user_id: number;
  session_id: string;
  endpoint: string;
  p256dh: string;
  auth: string;
  subscribed_at: Generated<Date>;
};

/** A push that waits: about a private message, or about an item of the activity (PN-03). */
export type PushDeliveriesTable = {
  id: Generated<number>;
  subscription_id: number;
  user_id: number;
  item_id: string | null;
  conversation_id: number | null;
  sequence: number | null;
  /** Of the notification, once it was tried. */
  tag: string | null;
  attempts: Generated<number>;
  created_at: Generated<Date>;
  due_at: Generated<Date>;
};

declare module '../../platform/database/tables.ts' {
  interface Tables {
    push_deliveries: PushDeliveriesTable;
    push_subscriptions: PushSubscriptionsTable;
  }
}
