import { sql } from 'kysely';
import { PERSONAL_PAGE, sectionOf, type PersonalSection } from '../../platform/personal-data/index.ts';

const orders = sectionOf(
  { name: 'orders', about: 'What you paid for or began to; amounts in the smallest unit of their currency.' },
  (me, after) => sql`
    SELECT id AS cursor, gateway, order_id, purpose, reference, amount, currency, status, payment_id, refunded,
      created_at, paid_at
    FROM payment_orders WHERE user_id = ${me} AND id > ${after} ORDER BY id LIMIT ${PERSONAL_PAGE}`,
);

/** Sections of the personal data export that payments own. */
export const paymentSections: readonly PersonalSection[] = [orders];
