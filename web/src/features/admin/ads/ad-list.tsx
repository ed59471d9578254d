import type { ManagedAd } from '@adda/contract/ads';
import { plural } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { ListSkeleton } from '../../../ui/skeletons.tsx';
import { RowLink } from '../frame/row-link.tsx';
import { StateMark } from '../frame/state-mark.tsx';
import { useStateClock } from './use-state-clock.ts';
import { EmptyState } from '../../../ui/view-states.tsx';
import { FilterSelect } from '../frame/filters.tsx';
import { Loaded } from '../frame/loaded.tsx';
import { PagedRows } from '../frame/paged-rows.tsx';
import { pageOf } from '../frame/pager.tsx';
import { useAdminPlace } from '../frame/use-admin-place.ts';
import { adKindName, adStateName, adStateOf, clickRate, figureText, type AdState } from './ad-state.ts';
import { adsQuery } from './ads.queries.ts';

const PAGE_SIZE = 30;

function AdFilters() {
  const { t } = useLingui();
  const { filter, narrow } = useAdminPlace();
  return (
    <div className="flex flex-wrap gap-2">
      <FilterSelect
        label={t`Kind`}
        value={filter.kind ?? ''}
        onChange={(kind) => narrow({ kind, page: '' })}
        options={[
          { value: '', label: t`All kinds` },
          { value: 'feed', label: adKindName('feed') },
          { value: 'reward', label: adKindName('reward') },
        ]}
      />
      <FilterSelect
        label={t`State`}
        value={filter.state ?? ''}
        onChange={(state) => narrow({ state, page: '' })}
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

type AdRowsProps = { ads: readonly ManagedAd[]; readAt: number; isBusy: boolean };

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

function AdRows({ ads, readAt, isBusy }: AdRowsProps) {
  const { t } = useLingui();
  const { filter, narrow } = useAdminPlace();
  const now = useStateClock(readAt);
  const matchingAds = ads
    .map((ad) => ({ ad, state: adStateOf(ad, now) }))
    .filter(({ state }) => !filter.state || state === filter.state);
  const page = pageOf(filter.page);
  return (
    <PagedRows
      label={t`Ads`}
      count={plural(matchingAds.length, { one: '# ad', other: '# ads' })}
      empty={<EmptyState title={<Trans>No such ad</Trans>} />}
      page={page}
      pageSize={PAGE_SIZE}
      total={matchingAds.length}
      isBusy={isBusy}
      onTurn={(to) => narrow({ page: String(to) })}
    >
      {matchingAds.slice((page - 1) * PAGE_SIZE, page * PAGE_SIZE).map(({ ad, state }) => (
        <AdRow key={ad.ad_id} ad={ad} state={state} />
      ))}
    </PagedRows>
  );
}

/** The ad catalogue, filtered by kind and by state. */
export function AdList() {
  const { filter } = useAdminPlace();
  const query = useQuery(adsQuery(filter));
  return (
    <div className="grid grid-cols-1 gap-3">
      <AdFilters />
      <Loaded query={query} skeleton={<ListSkeleton rows={5} />}>
        {(ads) => <AdRows ads={ads} readAt={query.dataUpdatedAt} isBusy={query.isPlaceholderData} />}
      </Loaded>
    </div>
  );
}
