import type { ManagedAd } from '@adda/contract/ads';
import { Trans } from '@lingui/react/macro';
import { RowLink } from '../frame/row-link.tsx';
import { StateMark } from '../frame/state-mark.tsx';
import { adKindName, adStateName, clickRate, figureText, type AdState } from './ad-state.ts';

/** A catalogue row: sponsor, kind and state. */
export function AdRow({ ad, state }: { ad: ManagedAd; state: AdState }) {
  const shown = figureText(ad.impressions);
  const clicks = figureText(ad.clicks_counted);
  const rate = clickRate(ad);
  return (
    <RowLink id={ad.ad_id}>
      <strong className="truncate">{ad.sponsor}</strong>
      {(ad.adType ?? ad.caption) && (
        <span className="truncate text-sm text-mute">{ad.adType ?? ad.caption}</span>
      )}
      <span className="flex flex-wrap items-center gap-x-2 gap-y-1 text-xs text-mute">
        <StateMark tone={state === 'running' ? 'warm' : 'calm'}>{adStateName(state)}</StateMark>
        <StateMark>{adKindName(ad.kind)}</StateMark>
        <span className="tabular-nums">
          {ad.kind === 'feed' ? (
            <Trans>
              {shown} shown · {rate} clicked
            </Trans>
          ) : (
            <Trans>{clicks} clicks</Trans>
          )}
        </span>
      </span>
    </RowLink>
  );
}
