import type { ManagedAd } from '@adda/contract/ads';
import { Trans, useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import { Button } from '../../../ui/button.tsx';
import { Time } from '../../../ui/time.tsx';
import { coinsText } from '../frame/coin-labels.ts';
import { ConfirmAction } from '../frame/confirm-action.tsx';
import { Detail, DetailBlock, Fact, TimeFact } from '../frame/detail.tsx';
import { StateMark } from '../frame/state-mark.tsx';
import { AdForm } from './ad-form.tsx';
import { AdPreview } from './ad-preview.tsx';
import { adKindName, adStateName, clickRate, figureText, type AdState } from './ad-state.ts';
import { sendAdEnd } from './ads.queries.ts';

function AdFigures({ ad }: { ad: ManagedAd }) {
  return (
    <DetailBlock title={<Trans>Figures</Trans>}>
      <dl className="grid grid-cols-2 gap-2 sm:grid-cols-4">
        {ad.kind === 'feed' && (
          <>
            <Fact name={<Trans>Shown</Trans>}>{figureText(ad.impressions)}</Fact>
            <Fact name={<Trans>Hidden</Trans>}>{figureText(ad.hides)}</Fact>
          </>
        )}
        <Fact name={<Trans>Clicks</Trans>}>{figureText(ad.clicks_counted)}</Fact>
        {ad.kind === 'feed' && <Fact name={<Trans>Click rate</Trans>}>{clickRate(ad)}</Fact>}
      </dl>
    </DetailBlock>
  );
}

function AdFacts({ ad }: { ad: ManagedAd }) {
  const { t } = useLingui();
  return (
    <dl className="grid gap-2 sm:grid-cols-2">
      <TimeFact name={<Trans>From</Trans>} at={ad.active_from} />
      <Fact name={<Trans>Until</Trans>}>
        {ad.active_to ? <Time value={ad.active_to} as="full" /> : <Trans>No end</Trans>}
      </Fact>
      {ad.kind === 'reward' && (
        <>
          <Fact name={<Trans>Name</Trans>}>{ad.adType}</Fact>
          <Fact name={<Trans>Category</Trans>}>{ad.category === 'hot' ? t`Hot link` : t`Regular`}</Fact>
          <Fact name={<Trans>Reward</Trans>}>{coinsText(ad.reward ?? 0)}</Fact>
          <Fact name={<Trans>Clicks for it</Trans>}>{ad.clicks}</Fact>
        </>
      )}
      <Fact name={<Trans>Where it leads</Trans>}>{ad.target_url ?? <Trans>Nowhere</Trans>}</Fact>
    </dl>
  );
}

/** Ends an ad immediately, after a confirmation (SV-90). */
function EndAd({ ad }: { ad: ManagedAd }) {
  const { t } = useLingui();
  const { sponsor } = ad;
  return (
    <ConfirmAction
      label={t`End now…`}
      title={<Trans>End this ad of {sponsor}?</Trans>}
      description={<Trans>Nobody sees it any more, and it can’t be started again.</Trans>}
      confirmLabel={<Trans>End now</Trans>}
      send={() => sendAdEnd(ad.ad_id)}
      done={t`The ad is over`}
    />
  );
}

/** An ad: its figures, schedule, preview and actions. */
export function AdDetail({ ad, state }: { ad: ManagedAd; state: AdState }) {
  const [isEditing, setEditing] = useState(false);
  const stop = () => setEditing(false);
  if (isEditing) return <AdForm ad={ad} onSaved={stop} onCancel={stop} />;
  return (
    <Detail
      title={ad.sponsor}
      marks={
        <>
          <StateMark tone={state === 'running' ? 'warm' : 'calm'}>{adStateName(state)}</StateMark>
          <StateMark>{adKindName(ad.kind)}</StateMark>
        </>
      }
    >
      {state !== 'over' && (
        <div className="flex flex-wrap gap-2">
          <Button size="small" tone="quiet" onClick={() => setEditing(true)}>
            <Trans>Change…</Trans>
          </Button>
          <EndAd ad={ad} />
        </div>
      )}
      <AdFigures ad={ad} />
      <AdFacts ad={ad} />
      <DetailBlock title={<Trans>How people see it</Trans>}>
        <AdPreview ad={{ ...ad, picture: ad.media_url, target: ad.target_url }} />
      </DetailBlock>
    </Detail>
  );
}
