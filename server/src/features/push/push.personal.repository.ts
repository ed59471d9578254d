import { sql } from 'kysely';
import { PERSONAL_PAGE, sectionOf, type PersonalSection } from '../../platform/personal-data/index.ts';

const subscriptions = sectionOf(
  {
    name: 'push_subscriptions',
    about: 'Browsers that get your notifications: the host of each push service, and since when.',
    start: '0',
  },
  // The rest of the address and the keys would let others push to the browser.
  (me, after) => sql`
    SELECT id AS cursor, substring(endpoint FROM '^https://([^/]+)') AS push_service, subscribed_at
    FROM push_subscriptions WHERE user_id = ${me} AND id > ${after} ORDER BY id LIMIT ${PERSONAL_PAGE}`,
);

/** Personal data: the browsers to which is pushed. */
export const pushSections: readonly PersonalSection[] = [subscriptions];
