import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { Plus, Sparkles } from 'lucide-react';
import { Button } from '../../../ui/button.tsx';
import { EmptyState } from '../../../ui/view-states.tsx';
import { DetailSkeleton } from '../frame/detail-skeleton.tsx';
import { NotInList } from '../frame/not-in-list.tsx';
import { SectionPage } from '../frame/section-page.tsx';
import { TwoPanes } from '../frame/two-panes.tsx';
import { useAdminPlace } from '../frame/use-admin-place.ts';
import { AdDetail } from './ad-detail.tsx';
import { AdForm } from './ad-form.tsx';
import { AdList } from './ad-list.tsx';
import { adStateOf } from './ad-state.ts';
import { adsQuery } from './ads.queries.ts';
import { useStateClock } from './use-state-clock.ts';

/** Id of a not yet created ad, in the address. */
const NEW = 'new';

function OpenAd({ adId }: { adId: string }) {
  const { filter } = useAdminPlace();
  const { data: ads, dataUpdatedAt, isFetching } = useQuery(adsQuery(filter));
  const now = useStateClock(dataUpdatedAt);
  const ad = ads?.find((each) => each.ad_id === adId);
  if (ad) return <AdDetail key={adId} ad={ad} state={adStateOf(ad, now)} />;
  return !ads || isFetching ? <DetailSkeleton /> : <NotInList />;
}

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
  const { id, open } = useAdminPlace();
  return (
    <SectionPage
      title={t`Ads`}
      isFilled
      actions={
        <Button size="small" icon={<Plus aria-hidden="true" className="size-4" />} onClick={() => open(NEW)}>
          <Trans>New ad</Trans>
        </Button>
      }
    >
      <TwoPanes
        listLabel={t`List of ads`}
        detailLabel={t`The open ad`}
        openId={id}
        onClose={() => open(undefined)}
        list={<AdList />}
        detail={id && (id === NEW ? <NewAd /> : <OpenAd adId={id} />)}
        placeholder={
          <EmptyState icon={<Sparkles className="size-7" />} title={<Trans>Choose an ad</Trans>} />
        }
      />
    </SectionPage>
  );
}
