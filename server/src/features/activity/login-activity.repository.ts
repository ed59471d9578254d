import { sql } from 'kysely';
import { placeName } from '@adda/contract/accounts';
import type { ActivitySource } from './activity.types.ts';

/** Logins of the reader on devices or from countries that were new: a source of the activity (NT-01, ID-05). */
export const loginActivity: ActivitySource = {
  kinds: ['security'],

  async resolve(db, readerId, items) {
    const { rows } = await sql<{ id: string; session_id: string; device: string; country: string | null }>`
      SELECT item.id, session.id AS session_id, session.device, session.country
      FROM unnest(${items.map(({ id }) => id)}::text[], ${items.map(({ subjectId }) => subjectId)}::text[])
        AS item (id, session_id)
      JOIN sessions session ON session.id = item.session_id AND session.user_id = ${readerId}`.execute(db);
    return new Map(
      rows.map(({ id, session_id: sessionId, device, country }) => [
        id,
        {
          actorIds: [],
          actorCount: 0,
          subject: { type: 'session', id: sessionId },
          excerpt: placeName(device, country),
        },
      ]),
    );
  },

  listUnseen: async (...of) => new Set((await loginActivity.resolve(...of)).keys()),
};
