import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import type { Queryable } from '../../platform/database/index.ts';
import { isUsableSession } from '../accounts/index.ts';

/** SQL conditions on messages that show pictures, provided by the feature that owns messages. */
export type MessagesWithPictures = {
  /** Whether any message was ever sent with the picture. */
  readonly wasSent: (imageId: string) => RawBuilder<boolean>;
  /** A query for the places where a user may read a message with the picture: `group_id`, null for a private chat. */
  readonly placesShowing: (imageId: string, viewerId: number) => RawBuilder<unknown>;
};

/** The permissions of a user for a picture at this moment. */
export type PictureRight = {
  /** Whether the session is active. Without it the other fields are irrelevant. */
  readonly isLoggedIn: boolean;
  readonly isOwn: boolean;
  /** Uploaded by this user and not sent with any message yet. */
  readonly isUnsent: boolean;
  readonly isOfAd: boolean;
  /** Ids of the rooms where the user may read a message with it; null stands for private chats. */
  readonly shownIn: readonly (string | null)[];
};

/** Reads the session, the picture and every message that shows it in one query. */
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
