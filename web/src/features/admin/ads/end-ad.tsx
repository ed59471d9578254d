import type { ManagedAd } from '@adda/contract/ads';
import { Trans, useLingui } from '@lingui/react/macro';
import { ConfirmAction } from '../frame/confirm-action.tsx';
import { sendAdEnd } from './ads.queries.ts';

/** Ends an ad immediately, after a confirmation (SV-90). */
export function EndAd({ ad }: { ad: ManagedAd }) {
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
