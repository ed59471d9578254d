import type { DashboardDay } from '@adda/contract/operations';
import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery, keepPreviousData, queryOptions } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { CardSkeleton, Skeleton } from '../../../ui/skeletons.tsx';
import { FilterSelect, FilterToggle } from '../frame/filters.tsx';
import { Loaded } from '../frame/loaded.tsx';
import { SectionPage } from '../frame/section-page.tsx';
import { useAdminPlace } from '../frame/use-admin-place.ts';
import { CommunityTiles, HealthTiles, WaitingTiles } from './now-tiles.tsx';
import { PlotCard } from './plot-card.tsx';
import { plotPlans } from './plots.ts';
import { api } from '../../../platform/api.ts';
import { adminKey } from '../frame/now.queries.ts';

const REFRESH_MS = 60_000;

/** Periods of the dashboard in days. */
const spans = [7, 30, 90] as const;

/** The period without a filter, in days. */
const DEFAULT_SPAN = 30;

/** Returns the period that an address names. */
const spanOf = (text: string | undefined): number =>
  spans.find((days) => String(days) === text) ?? DEFAULT_SPAN;

/** The server's figures and daily statistics, refetched every minute. */
const dashboardQuery = (days: number) =>
  queryOptions({
    queryKey: [...adminKey, 'dashboard', days],
    queryFn: ({ signal }) => api('GET /admin/dashboard', { query: { days }, signal }),
    placeholderData: keepPreviousData,
    refetchInterval: REFRESH_MS,
  });

function DashboardSkeleton() {
  return (
    <div className="grid gap-5">
      <div className="grid grid-cols-2 gap-3 sm:grid-cols-3 xl:grid-cols-5">
        {['a', 'b', 'c', 'd', 'e'].map((key) => (
          <Skeleton key={key} className="h-24 rounded-card" />
        ))}
      </div>
      <CardSkeleton />
    </div>
  );
}

function Plots({ days, isStale }: { days: readonly DashboardDay[]; isStale: boolean }) {
  const { t } = useLingui();
  const [isTable, setTable] = useState(false);
  const plans = useMemo(() => plotPlans(), []);
  return (
    <section aria-label={t`Over time`} aria-busy={isStale || undefined} className="grid grid-cols-1 gap-3">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <h2 className="text-base">
          <Trans>Over time</Trans>
        </h2>
        <div className="flex flex-wrap gap-2">
          <FilterSelect
            name="days"
            label={t`How far back`}
            options={spans.map((span) => ({
              value: span === DEFAULT_SPAN ? '' : String(span),
              label: t`${span} days`,
            }))}
          />
          <FilterToggle label={t`Show as table`} isOn={isTable} onChange={setTable} />
        </div>
      </div>
      <div className="grid grid-cols-1 gap-3 xl:grid-cols-2">
        {plans.map((plan) => (
          <PlotCard key={plan.id} days={days} plan={plan} isTable={isTable} />
        ))}
      </div>
      <p className="text-xs text-mute">
        <Trans>Days begin at midnight UTC; today's numbers are so far.</Trans>
      </p>
    </section>
  );
}

/** Pending work, community figures, plots over time, and the server's health. */
export function DashboardSection() {
  const { t } = useLingui();
  const { filter } = useAdminPlace();
  const query = useQuery(dashboardQuery(spanOf(filter.days)));
  return (
    <SectionPage title={t`Dashboard`}>
      <Loaded query={query} skeleton={<DashboardSkeleton />}>
        {({ days, now }) => (
          <>
            <WaitingTiles now={now} />
            <CommunityTiles now={now} />
            <Plots days={days} isStale={query.isPlaceholderData} />
            <HealthTiles now={now} />
          </>
        )}
      </Loaded>
    </SectionPage>
  );
}
