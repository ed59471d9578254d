import { sql, type RawBuilder } from 'kysely';
import type { Queryable } from '../../platform/database/index.ts';
import { isUsableSession } from '../accounts/index.ts';

/** A picture or a recording of a message. */
export type MessageMedium = { readonly kind: 'image' | 'audio'; readonly id: string };

/** SQL conditions on messages that contain a picture or a recording, provided by the feature that owns messages. */
export type MessagesWithMedia = {
  /** Whether any message was ever sent with it. */
  readonly wasSent: (medium: MessageMedium) => RawBuilder<boolean>;
  /** A query for the places where a user may read a message with it: `group_id`, null for a private chat. */
  readonly placesShowing: (medium: MessageMedium, viewerId: number) => RawBuilder<unknown>;
};

/** The permissions of a user for a picture or a recording at this moment. */
type MediumRight = {
  /** Whether the session is active. Without it the other fields are irrelevant. */
  readonly isLoggedIn: boolean;
  readonly isOwn: boolean;
  /** Uploaded by this user and not sent with any message yet. */
  readonly isUnsent: boolean;
  readonly isOfAd: boolean;
  /** Ids of the rooms where the user may read a message with it; null stands for private chats. */
  readonly shownIn: readonly (string | null)[];
};

const IS_OF_AD = sql`EXISTS (SELECT FROM ads WHERE ads.image_id = medium.id)
  OR EXISTS (SELECT FROM reward_ads WHERE reward_ads.image_id = medium.id)`;

/** Reads the session, the medium and every message that contains it in one query (R-13, R-15). */
export async function findMediumRight(
  db: Queryable,
  messages: MessagesWithMedia,
  asked: {
    readonly medium: MessageMedium;
    readonly userId: number;
    readonly sessionId: string;
    readonly now: Date;
  },
): Promise<MediumRight> {
  const { medium, userId, now } = asked;
  const isImage = medium.kind === 'image';
  const { rows } = await sql<MediumRight>`
    SELECT ${isUsableSession(asked, now)} AS "isLoggedIn", coalesce(medium.owner_id = ${userId}, false) AS "isOwn",
      coalesce(medium.owner_id = ${userId} AND NOT ${messages.wasSent(medium)}, false) AS "isUnsent",
      ${isImage ? IS_OF_AD : sql`false`} AS "isOfAd",
      ARRAY(${messages.placesShowing(medium, userId)}) AS "shownIn"
    FROM (SELECT) one LEFT JOIN ${sql.table(isImage ? 'images' : 'recordings')} medium
      ON medium.id = ${medium.id}`.execute(db);
  const row = rows[0];
  if (!row) throw new Error('SELECT answered no row');
  return row;
}
