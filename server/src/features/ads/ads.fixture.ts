import { randomBytes } from 'node:crypto';
import type { Database } from '../../platform/database/index.ts';

/** Inserts an ad by SQL. Returns its id. By default it runs from now on and has no picture. */
export async function insertAd(
  { db }: Database,
  ad: { sponsor?: string; caption?: string; imageId?: string; from?: Date; to?: Date; target?: string } = {},
): Promise<string> {
  const adId = `ad_${randomBytes(12).toString('hex')}`;
  await db
    .insertInto('ads')
    .values({
      ad_id: adId,
      sponsor: ad.sponsor ?? 'A sponsor',
      caption: ad.caption ?? null,
      image_id: ad.imageId ?? null,
      target_url: ad.target ?? 'https://sponsor.example/',
      active_to: ad.to ?? null,
      ...(ad.from && { active_from: ad.from }),
    })
    .execute();
  return adId;
}

/** Deletes all ads, so that a test starts with none. */
export async function deleteAds({ db }: Database): Promise<void> {
  await db.deleteFrom('ads').execute();
}
