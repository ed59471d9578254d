import type { ManagedAd } from '@adda/contract/ads';
import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { Plus, Sparkles } from 'lucide-react';
import { Button } from '../../../ui/button.tsx';
import { useNow } from '../../../ui/time-clock.ts';
import { EmptyState } from '../../../ui/view-states.tsx';
import { OpenItem } from '../frame/detail.tsx';
import { ListSection } from '../frame/list-section.tsx';
import { useAdminPlace } from '../frame/use-admin-place.ts';
import { AdDetail } from './ad-detail.tsx';
import { AdForm } from './ad-form.tsx';
import { AdList } from './ad-list.tsx';
import { adStateOf } from './ad-state.ts';
import { adsQuery } from './ads.queries.ts';

/** Id of a not yet created ad, in the address. */
const NEW = 'new';

function NewAd() {
  const { view, go, open } = useAdminPlace();
  return (
    <AdForm
      // Without the filter, which may exclude the new ad.
      onSaved={({ ad_id: id }) => go({ view, id })}
      onCancel={() => open(undefined)}
    />
  );
}

/** Feed ads and reward ads: catalogue, figures, creating, editing, ending (SV-90). */
export function AdsSection() {
  const { t } = useLingui();
  const { filter, open } = useAdminPlace();
  const query = useQuery(adsQuery(filter));
  // Never earlier than the response, so that a just ended ad counts as ended.
  const now = Math.max(useNow(), query.dataUpdatedAt);
  const stateOf = (ad: ManagedAd) => adStateOf(ad, now);
  const detail = (id: string) => (
    <OpenItem query={query} item={query.data?.find((ad) => ad.ad_id === id)}>
      {(ad) => <AdDetail key={id} ad={ad} state={stateOf(ad)} />}
    </OpenItem>
  );
  return (
    <ListSection
      title={t`Ads`}
      actions={
        <Button size="small" icon={<Plus aria-hidden="true" className="size-4" />} onClick={() => open(NEW)}>
          <Trans>New ad</Trans>
        </Button>
      }
      listLabel={t`List of ads`}
      detailLabel={t`The open ad`}
      list={<AdList query={query} stateOf={stateOf} />}
      renderDetail={(id) => (id === NEW ? <NewAd /> : detail(id))}
      placeholder={<EmptyState icon={<Sparkles className="size-7" />} title={<Trans>Choose an ad</Trans>} />}
    />
  );
}
