import { randomBytes } from 'node:crypto';
import { CAPTION_MAX } from '@adda/contract/feed';
import { writeAudit } from '../../platform/audit/index.ts';
import { CommandRefused, type AdminCommands } from '../../platform/admin-socket/index.ts';
import type { Database } from '../../platform/database/index.ts';
import { AppError } from '../../platform/errors.ts';
import type { Media } from '../media/index.ts';
import { endAd, findImageKeeper, insertAd, listAds } from './ads.repository.ts';

/** Argument for an absent caption or picture. */
const NONE = '-';
const SPONSOR_MAX = 80;
const URL_MAX = 2000;

/** Imports a picture; only available in the running server. */
type PictureKeeper = Pick<Media, 'importFromFile' | 'markUsed'>;

/**
 * Creates the commands that add and end ads; they are audited (SV-105). Without `pictures` an ad can't have a picture.
 */
export function createAdCommands({ db, transaction }: Database, pictures?: PictureKeeper): AdminCommands {
  const keepPicture = async (file: string): Promise<string> => {
    if (!pictures) throw new CommandRefused('The server takes pictures in. Please start it first.');
    const keeperId = await findImageKeeper(db);
    if (keeperId === undefined)
      throw new CommandRefused('A picture belongs to an admin. Please make somebody one first.');
    try {
      const { id } = await pictures.importFromFile(keeperId, file, 90, 'ad');
      await pictures.markUsed(id);
      return id;
    } catch (error) {
      throw error instanceof AppError ? new CommandRefused(`${file}: ${error.detail}`) : error;
    }
  };
  return {
    'add-ad': {
      usage: 'add-ad SPONSOR ADDRESS CAPTION PICTURE',
      async run([sponsor = '', address = '', caption = '', picture = '']) {
        if (sponsor.length > SPONSOR_MAX || caption.length > CAPTION_MAX)
          throw new CommandRefused(
            `A sponsor has ${SPONSOR_MAX} characters at most, a caption ${CAPTION_MAX}.`,
          );
        const targetUrl = webAddressOf(address);
        const imageId = picture === NONE ? null : await keepPicture(picture);
        const adId = `ad_${randomBytes(12).toString('hex')}`;
        const ad = { sponsor, caption: caption === NONE ? null : caption, target_url: targetUrl };
        await transaction(async (tx) => {
          await insertAd(tx, { ad_id: adId, image_id: imageId, ...ad });
          await writeAudit(tx, { actorId: null, action: 'ad.add', target: `ad:${adId}`, details: ad });
        });
        return `${adId} is in the feed now.`;
      },
    },
    'end-ad': {
      usage: 'end-ad AD',
      async run([adId = '']) {
        await transaction(async (tx) => {
          if (!(await endAd(tx, adId))) throw new CommandRefused(`There is no ad ${adId} in the feed.`);
          await writeAudit(tx, { actorId: null, action: 'ad.end', target: `ad:${adId}` });
        });
        return `${adId} is no longer in the feed.`;
      },
    },
    'list-ads': {
      usage: 'list-ads',
      async run() {
        const ads = await listAds(db);
        const lines = ads.map((ad) => `${ad.ad_id}  ${ad.sponsor}  ${ad.target_url}`);
        return lines.length > 0 ? lines.join('\n') : 'There are no ads.';
      },
    },
  };
}

/** Returns the normalized address. Only http(s) is accepted: other schemes could harm users who click. */
function webAddressOf(text: string): string {
  const url = URL.parse(text);
  const isWeb = url?.protocol === 'https:' || url?.protocol === 'http:';
  if (!url || !isWeb || url.href.length > URL_MAX)
    throw new CommandRefused(`${text} is no address that starts with https:// or http://.`);
  return url.href;
}
