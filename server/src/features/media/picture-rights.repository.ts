import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import type { Queryable } from '../../platform/database/index.ts';
import { isUsableSession } from '../accounts/index.ts';

/** Conditions about messages that show pictures, given by the feature that owns messages. */
export type MessagesWithPictures = {
  /** Whether any message was ever sent with the picture. */
  readonly wasSent: (imageId: string) => RawBuilder<boolean>;
  /** A query for the places where somebody may read a message with the picture: `group_id`, null for a private chat. */
  readonly placesShowing: (imageId: string, viewerId: number) => RawBuilder<unknown>;
};

/** What a person may do with a picture at this moment. */
export type PictureRight = {
  /** Whether the session of the person can still be used; without that nothing else counts. */
  readonly isLoggedIn: boolean;
  readonly isOwn: boolean;
  /** Brought by this person and not sent with any message so far. */
  readonly isUnsent: boolean;
  readonly isOfAd: boolean;
  /** Ids of the rooms where they may read a message with it; null stands for private chats. */
  readonly shownIn: readonly (string | null)[];
};

/** Looks in one query at the session, the picture and every message that shows it. */
export async function findPictureRight(
  db: Queryable,
  messages: MessagesWithPictures,
  asked: {
    readonly imageId: string;
    readonly userId: number;
    readonly sessionId: string;
    readonly now: Date;
  },
): Promise<PictureRight> {
  const { imageId, userId, now } = asked;
  const { rows } = await sql<PictureRight>`
    SELECT ${isUsableSession(asked, now)} AS "isLoggedIn", coalesce(image.owner_id = ${userId}, false) AS "isOwn",
      coalesce(image.owner_id = ${userId} AND NOT ${messages.wasSent(imageId)}, false) AS "isUnsent",
      EXISTS (SELECT FROM ads WHERE ads.image_id = image.id)
        OR EXISTS (SELECT FROM reward_ads WHERE reward_ads.image_id = image.id) AS "isOfAd",
      ARRAY(${messages.placesShowing(imageId, userId)}) AS "shownIn"
    FROM (SELECT) one LEFT JOIN images image ON image.id = ${imageId}`.execute(db);
  const row = rows[0];
  if (!row) throw new Error('SELECT answered no row');
  return row;
}
