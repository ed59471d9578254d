import { randomBytes } from 'node:crypto';
import type { AdChange, AdInput, ManagedAd } from '@adda/contract/ads';
import { writeAudit } from '../../platform/audit/index.ts';
import type { Database } from '../../platform/database/index.ts';
import { appError } from '../../platform/errors.ts';
import type { Actor } from '../../platform/http/handler.ts';
import type { Media } from '../media/index.ts';
import { insertAd } from './ads.repository.ts';
import { changesOf, payOf, timesOf } from './managed-ads.policy.ts';
import * as stored from './managed-ads.repository.ts';

type Deps = {
  readonly database: Database;
  readonly media: Pick<Media, 'imageLink' | 'importFromUrl' | 'markUsed'>;
};

/** Service for administrators who manage ads; every change is audited (SV-90). */
export type ManagedAds = ReturnType<typeof createManagedAds>;

/** Creates the commands. */
export function createManagedAds({ database, media }: Deps) {
  const { db } = database;

  /** Imports a picture owned by the administrator. */
  async function takePicture({ userId }: Actor, url: string): Promise<string> {
    const { id } = await media.importFromUrl(userId, url, 'ad');
    // Marked before the ad is stored: an unused picture is better than an ad that loses its picture.
    await media.markUsed(id);
    return id;
  }

  return {
    /** Returns ads of both kinds or of one, ended ones last. */
    async list({ userId }: Actor, kind: stored.AdKind | undefined): Promise<ManagedAd[]> {
      const ads = await stored.listManagedAds(db, kind);
      return ads.map((ad) => managedAdFor(userId, ad, media));
    },

    /**
     * Adds an ad. Throws `ad_incomplete`, `ad_reward_too_high`, `ad_type_taken`, the codes of a failed picture import,
     * and a `ValidationError` for an end before the start.
     */
    async add(actor: Actor, input: AdInput): Promise<ManagedAd> {
      const [times, pay] = [timesOf(input), payOf(input)];
      // Checked before the picture is fetched, and again by the unique key of types on insert.
      if (pay && (await stored.isTypeTaken(db, pay.ad_type))) throw appError('ad_type_taken');
      const ad = {
        ad_id: `ad_${randomBytes(12).toString('hex')}`,
        sponsor: input.sponsor,
        caption: input.caption ?? null,
        image_id: input.media_url ? await takePicture(actor, input.media_url) : null,
        target_url: input.target_url,
        ...times,
      };
      const added = await database.transaction(async (tx) => {
        if (!pay) await insertAd(tx, ad);
        else if (!(await stored.insertRewardAd(tx, { ...ad, ...pay, pay_set_by: actor.userId })))
          throw appError('ad_type_taken');
        const details = { kind: input.kind, type: pay?.ad_type ?? null, reward: pay?.reward ?? null };
        await writeAudit(tx, { ...auditEntry(actor, ad.ad_id), action: 'ad.add', details });
        return stored.findManagedAd(tx, ad.ad_id);
      });
      return managedAdFor(actor.userId, found(added), media);
    },

    /** Changes a running or future ad; absent fields stay. Throws `ad_not_found` and the codes of `add`. */
    async change(actor: Actor, adId: string, { media_url: picture, ...input }: AdChange): Promise<ManagedAd> {
      // Checked before the picture is fetched, and again once the ad is locked.
      changesOf(running(await stored.findManagedAd(db, adId)), input);
      const imageId = picture ? await takePicture(actor, picture) : picture;
      const changed = await database.transaction(async (tx) => {
        const ad = running(await stored.lockManagedAd(tx, adId));
        const { columns, pay } = changesOf(ad, input);
        if (ad.kind === 'feed') await stored.updateFeedAd(tx, adId, { ...columns, image_id: imageId });
        else {
          const setsPay = input.reward !== undefined || input.clicks !== undefined;
          const by = setsPay ? { pay_set_by: actor.userId } : {};
          await stored.updateRewardAd(tx, adId, { ...columns, ...pay, ...by, image_id: imageId });
        }
        const names = [...Object.keys(input), ...(picture === undefined ? [] : ['media_url'])];
        const details = { changed: names.join(', '), reward: input.reward ?? ad.reward };
        await writeAudit(tx, { ...auditEntry(actor, adId), action: 'ad.change', details });
        return stored.findManagedAd(tx, adId);
      });
      return managedAdFor(actor.userId, found(changed), media);
    },

    /** Ends an ad now. Throws `ad_not_found`, also for an ended ad. */
    end: (actor: Actor, adId: string): Promise<void> =>
      database.transaction(async (tx) => {
        await stored.endManagedAd(tx, running(await stored.lockManagedAd(tx, adId)));
        await writeAudit(tx, { ...auditEntry(actor, adId), action: 'ad.end' });
      }),
  };
}

const auditEntry = ({ userId }: Actor, adId: string) => ({ actorId: userId, target: `ad:${adId}` });

function found(ad: stored.CountedAd | undefined): stored.CountedAd {
  if (!ad) throw appError('ad_not_found');
  return ad;
}

function running(given: stored.CountedAd | undefined): stored.CountedAd {
  const ad = found(given);
  if (ad.is_over) throw appError('ad_not_found');
  return ad;
}

/** Returns an ad for an administrator, with a link to its picture that works only for that viewer. */
function managedAdFor(viewerId: number, ad: stored.CountedAd, media: Pick<Media, 'imageLink'>): ManagedAd {
  return {
    ad_id: ad.ad_id,
    kind: ad.kind,
    sponsor: ad.sponsor,
    caption: ad.caption,
    media_url: ad.image_id === null ? null : media.imageLink(ad.image_id, `user:${viewerId}`),
    target_url: ad.target_url,
    category: ad.category,
    adType: ad.ad_type,
    reward: ad.reward,
    clicks: ad.clicks,
    active_from: ad.active_from.toISOString(),
    active_to: ad.active_to?.toISOString() ?? null,
    created_at: ad.created_at.toISOString(),
    impressions: ad.impressions,
    hides: ad.hides,
    clicks_counted: ad.clicks_counted,
  };
}
