import type { RewardAd } from '@adda/contract/rewards';
import { Trans } from '@lingui/react/macro';
import { Megaphone } from 'lucide-react';
import { useState } from 'react';

/** An ad's picture, or a card with its sponsor without one or if it fails to load. */
export function AdMedia({ ad, name }: { ad: RewardAd; name: string }) {
  const [failed, setFailed] = useState<string>();
  return (
    <div className="relative grid aspect-video place-items-center overflow-hidden rounded-card bg-marigold-wash p-4 text-center">
      <div className="grid justify-items-center gap-2">
        <Megaphone aria-hidden="true" className="size-9 text-rani-ink" />
        <p className="font-display text-lg font-bold break-words">{name}</p>
        <p className="text-sm text-mute">
          <Trans>Sponsored</Trans>
        </p>
      </div>
      {ad.media !== null && failed !== ad.media && (
        <img
          src={ad.media}
          alt=""
          decoding="async"
          onError={() => setFailed(ad.media ?? undefined)}
          className="absolute inset-0 size-full bg-raised object-contain"
        />
      )}
    </div>
  );
}
