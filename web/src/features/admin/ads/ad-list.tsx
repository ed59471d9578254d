import type { ManagedAd } from '@adda/contract/ads';
import { plural } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import type { UseQueryResult } from '@tanstack/react-query';
import { RowLink } from '../frame/place-link.tsx';
import { StateMark } from '../frame/state-mark.tsx';
import { EmptyState } from '../../../ui/view-states.tsx';
import { FilterSelect } from '../frame/filters.tsx';
import { PagedList } from '../frame/paged-list.tsx';
import { useAdminPlace } from '../frame/use-admin-place.ts';
import { adKindName, adStateName, clickRate, figureText, type AdState } from './ad-state.ts';

const PAGE_SIZE = 30;

function AdFilters() {
  const { t } = useLingui();
  return (
    <div className="flex flex-wrap gap-2">
      <FilterSelect
        name="kind"
        label={t`Kind`}
        options={[
          { value: '', label: t`All kinds` },
          { value: 'feed', label: adKindName('feed') },
          { value: 'reward', label: adKindName('reward') },
        ]}
      />
      <FilterSelect
        name="state"
        label={t`State`}
        options={[
          { value: '', label: t`All states` },
          ...(['running', 'planned', 'over'] as const).map((state) => ({
            value: state,
            label: adStateName(state),
          })),
        ]}
      />
    </div>
  );
}

/** A catalogue row: sponsor, kind and state. */
function AdRow({ ad, state }: { ad: ManagedAd; state: AdState }) {
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

export type AdListProps = {
  query: UseQueryResult<readonly ManagedAd[]>;
  stateOf: (ad: ManagedAd) => AdState;
};

/** The ad catalogue, filtered by kind and by state. */
export function AdList({ query, stateOf }: AdListProps) {
  const { t } = useLingui();
  const { filter } = useAdminPlace();
  return (
    <>
      <AdFilters />
      <PagedList
        query={query}
        items={(ads) => ads.filter((ad) => !filter.state || stateOf(ad) === filter.state)}
        pageSize={PAGE_SIZE}
        label={t`Ads`}
        count={(total) => plural(total, { one: '# ad', other: '# ads' })}
        empty={<EmptyState title={<Trans>No such ad</Trans>} />}
      >
        {(ad) => <AdRow key={ad.ad_id} ad={ad} state={stateOf(ad)} />}
      </PagedList>
    </>
  );
}
