import { sql } from 'kysely';
import { PERSONAL_PAGE, sectionOf, type PersonalSection } from '../../platform/personal-data/index.ts';
import { nameFor } from '../relations/index.ts';

const plans = sectionOf(
  { name: 'plans', about: 'Plans that you sell or have sold; prices in cents.' },
  (me, after) => sql`
    SELECT id AS cursor, plan_id, name, amount_cents, validity_days, description, created_at, archived_at
    FROM plans WHERE creator_id = ${me} AND id > ${after} ORDER BY id LIMIT ${PERSONAL_PAGE}`,
);

const subscriptions = sectionOf(
  { name: 'subscriptions', about: 'What you have subscribed to.' },
  (me, after) => sql`
    SELECT sub.id AS cursor, sub.subscription_id, ${nameFor(me, sql`sub.creator_id`)} AS creator, plan.name AS plan,
      sub.created_at, sub.activated_at, sub.expires_at, sub.ended_at
    FROM subscriptions sub JOIN plans plan ON plan.id = sub.plan_id
    WHERE sub.subscriber_id = ${me} AND sub.id > ${after} ORDER BY sub.id LIMIT ${PERSONAL_PAGE}`,
);

const subscribers = sectionOf(
  { name: 'subscribers', about: 'Who has subscribed to your plans.' },
  (me, after) => sql`
    SELECT sub.id AS cursor, ${nameFor(me, sql`sub.subscriber_id`)} AS subscriber, plan.name AS plan,
      sub.activated_at, sub.expires_at, sub.ended_at
    FROM subscriptions sub JOIN plans plan ON plan.id = sub.plan_id
    WHERE sub.creator_id = ${me} AND sub.activated_at IS NOT NULL AND sub.id > ${after}
    ORDER BY sub.id LIMIT ${PERSONAL_PAGE}`,
);

const sales = sectionOf(
  { name: 'sales', about: 'What you sold; gross and net in hundredths of a coin.' },
  (me, after) => sql`
    SELECT sale.id AS cursor, plan.name AS plan, sale.gateway, sale.paid_amount, sale.currency, sale.gross, sale.net,
      sale.refunded_amount, sale.taken_back, sale.sold_at
    FROM sales sale JOIN plans plan ON plan.id = sale.plan_id
    WHERE sale.creator_id = ${me} AND sale.id > ${after} ORDER BY sale.id LIMIT ${PERSONAL_PAGE}`,
);

/** Sections of the personal data export: the user's plans, subscriptions, subscribers and sales. */
export const creatorSections: readonly PersonalSection[] = [plans, subscriptions, subscribers, sales];
