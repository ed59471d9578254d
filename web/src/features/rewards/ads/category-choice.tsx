import { AD_REWARD_MAX, type AdCategory, type RewardAd } from '@adda/contract/rewards';
import { Plural, Trans } from '@lingui/react/macro';
import { ChevronRight, Flame, Megaphone } from 'lucide-react';
import type { ReactNode } from 'react';
import { EmptyState } from '../../../ui/view-states.tsx';
import { Button } from '../../../ui/button.tsx';

export type CategoryChoiceProps = {
  ads: readonly RewardAd[];
  /** No ad pays at the moment. */
  isLocked: boolean;
  onChoose: (category: AdCategory) => void;
};

type OptionProps = { icon: ReactNode; name: ReactNode; most: number; count: number };

function Option({
  icon,
  name,
  most,
  count,
  ...rest
}: OptionProps & { isLocked: boolean; onPress: () => void }) {
  return (
    <button
      type="button"
      disabled={rest.isLocked}
      onClick={rest.onPress}
      className="flex min-h-18 w-full items-center gap-4 rounded-card border border-line bg-surface p-4 text-start transition duration-150 enabled:hover:bg-raised disabled:opacity-55"
    >
      <span className="blob grid size-12 shrink-0 place-items-center bg-marigold-wash text-rani-ink">
        {icon}
      </span>
      <span className="min-w-0 grow">
        <span className="block font-semibold">{name}</span>
        <span className="block text-sm text-mute">
          <Trans>up to {most} coins each</Trans>
          {' · '}
          <Plural value={count} _0="none right now" one="# ad" other="# ads" />
        </span>
      </span>
      <ChevronRight aria-hidden="true" className="size-5 shrink-0 text-mute rtl:-scale-x-100" />
    </button>
  );
}

/** The categories of ads (AD-03, AD-12, AD-13). */
export function CategoryChoice({ ads, isLocked, onChoose }: CategoryChoiceProps) {
  const countOf = (category: AdCategory) => ads.filter((ad) => ad.category === category).length;
  return (
    <div className="grid gap-3">
      <Option
        icon={<Megaphone aria-hidden="true" className="size-6" />}
        name={<Trans>Regular ads</Trans>}
        most={AD_REWARD_MAX.regular}
        count={countOf('regular')}
        isLocked={isLocked}
        onPress={() => onChoose('regular')}
      />
      <Option
        icon={<Flame aria-hidden="true" className="size-6" />}
        name={<Trans>Hot link ads</Trans>}
        most={AD_REWARD_MAX.hot}
        count={countOf('hot')}
        isLocked={isLocked}
        onPress={() => onChoose('hot')}
      />
    </div>
  );
}

/** Shown for a category without ads. */
export function NoAds({ category, onBack }: { category: AdCategory; onBack: () => void }) {
  return (
    <EmptyState
      icon={category === 'hot' ? <Flame className="size-7" /> : <Megaphone className="size-7" />}
      title={category === 'hot' ? <Trans>No hot link ads right now</Trans> : <Trans>No ads right now</Trans>}
      text={<Trans>New ones come and go. Look in again later.</Trans>}
      action={
        <Button tone="quiet" data-next onClick={onBack}>
          <Trans>Choose other ads</Trans>
        </Button>
      }
    />
  );
}
