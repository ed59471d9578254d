import { sql } from 'kysely';
import { PERSONAL_PAGE, sectionOf, type PersonalSection } from '../../platform/personal-data/index.ts';
import { mayNameRoom } from '../rooms/index.ts';
import { nameFor } from '../relations/index.ts';

const gifts = sectionOf(
  { name: 'gifts', about: 'Gifts that you gave and got in rooms.', start: '' },
  (me, after) => sql`
    SELECT gift.gift_id AS cursor, gift.gift_type, ${nameFor(me, sql`gift.sender_id`)} AS "from",
      ${nameFor(me, sql`gift.recipient_id`)} AS "to",
      CASE WHEN ${mayNameRoom(me)} THEN room.group_id END AS group_id, gift.created_at
    FROM gifts gift LEFT JOIN rooms room ON room.conversation_id = gift.conversation_id
    WHERE (gift.sender_id = ${me} OR gift.recipient_id = ${me}) AND gift.gift_id > ${after}
    ORDER BY gift.gift_id LIMIT ${PERSONAL_PAGE}`,
);

/** Sections of the personal data export that gifts own. */
export const giftSections: readonly PersonalSection[] = [gifts];
