import type { AdChange, AdInput, ManagedAd } from '@adda/contract/ads';
import { AD_CLICKS_MAX, AD_REWARD_MAX, type AdCategory } from '@adda/contract/rewards';
import { t } from '@lingui/core/macro';
import type { FormProblems } from '../../../ui/use-form.ts';
import { isWebAddress, isWholeNumber } from '../frame/field-checks.ts';
import { isBackwards, localTimeOf, momentOf, type Schedule } from '../frame/schedule-fields.tsx';

/** The form values of an ad, as entered. */
export type AdDraft = {
  readonly kind: ManagedAd['kind'];
  readonly category: AdCategory;
  readonly adType: string;
  readonly sponsor: string;
  readonly caption: string;
  /** The new picture's address; empty keeps the current one. */
  readonly picture: string;
  readonly hasNoPicture: boolean;
  readonly target: string;
  readonly reward: string;
  readonly clicks: string;
  readonly schedule: Schedule;
};

/** Returns the form values of an ad, or empty ones. */
export const draftOf = (ad?: ManagedAd): AdDraft => ({
  kind: ad?.kind ?? 'feed',
  category: ad?.category ?? 'regular',
  adType: ad?.adType ?? '',
  sponsor: ad?.sponsor ?? '',
  caption: ad?.caption ?? '',
  picture: '',
  hasNoPicture: false,
  target: ad?.target_url ?? '',
  reward: String(ad?.reward ?? 1),
  clicks: String(ad?.clicks ?? 1),
  schedule: { from: ad ? localTimeOf(ad.active_from) : '', to: localTimeOf(ad?.active_to ?? null) },
});

/** Errors by field; the server validates the rest. */
type AdProblems = FormProblems<AdDraft>;

function payProblems({ category, adType, reward, clicks }: AdDraft): AdProblems {
  const most = AD_REWARD_MAX[category];
  return {
    adType: adType.trim() === '' && t`Please give it a name`,
    reward: !isWholeNumber(reward, 1, most) && t`A whole number from 1 to ${most}`,
    clicks: !isWholeNumber(clicks, 1, AD_CLICKS_MAX) && t`A whole number from 1 to ${AD_CLICKS_MAX}`,
  };
}

/** Validates a draft. `ad` is the edited ad; old ads may have no target. */
export function problemsOf(draft: AdDraft, ad?: ManagedAd): AdProblems {
  const { sponsor, picture, target, schedule } = draft;
  const address = t`Please write an address that starts with https:// or http://`;
  const mayLackTarget = ad !== undefined && ad.target_url === null && target.trim() === '';
  return {
    sponsor: sponsor.trim() === '' && t`Please say whose ad it is`,
    target: !mayLackTarget && !isWebAddress(target) && address,
    picture: picture.trim() !== '' && !isWebAddress(picture) && address,
    schedule: isBackwards(schedule) && t`Choose an end that comes after the start.`,
    ...(draft.kind === 'reward' && payProblems(draft)),
  };
}

/** Converts a draft to the request that creates the ad. */
export function inputOf(draft: AdDraft): AdInput {
  const { kind, category, adType, reward, clicks, picture, schedule } = draft;
  return {
    kind,
    sponsor: draft.sponsor.trim(),
    caption: draft.caption.trim() || null,
    media_url: picture.trim() || null,
    target_url: draft.target.trim(),
    active_from: momentOf(schedule.from),
    active_to: momentOf(schedule.to) ?? null,
    ...(kind === 'reward' && {
      category,
      adType: adType.trim(),
      reward: Number(reward),
      clicks: Number(clicks),
    }),
  };
}

function scheduleChange({ from, to }: Schedule, before: Schedule): AdChange {
  return {
    ...(from !== before.from && { active_from: momentOf(from) ?? new Date().toISOString() }),
    ...(to !== before.to && { active_to: momentOf(to) ?? null }),
  };
}

/** Returns only the changed fields: another administrator may be editing the ad. */
export function changeOf(ad: ManagedAd, draft: AdDraft): AdChange {
  const before = draftOf(ad);
  const isNew = (name: 'sponsor' | 'caption' | 'target' | 'category' | 'reward' | 'clicks') =>
    draft[name].trim() !== before[name].trim();
  const picture = draft.picture.trim();
  return {
    ...(isNew('sponsor') && { sponsor: draft.sponsor.trim() }),
    ...(isNew('caption') && { caption: draft.caption.trim() || null }),
    ...(isNew('target') && { target_url: draft.target.trim() }),
    ...(picture !== '' && { media_url: picture }),
    ...(picture === '' && draft.hasNoPicture && { media_url: null }),
    ...(ad.kind === 'reward' && {
      ...(isNew('category') && { category: draft.category }),
      ...(isNew('reward') && { reward: Number(draft.reward) }),
      ...(isNew('clicks') && { clicks: Number(draft.clicks) }),
    }),
    ...scheduleChange(draft.schedule, before.schedule),
  };
}
