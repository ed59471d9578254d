import type { Earnings as Earned } from '@adda/contract/creators';
import { plural } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query';
import { ChartColumn, Download } from 'lucide-react';
import { useId, useState, type ReactNode } from 'react';
import { api } from '../../../platform/api.ts';
import { Button } from '../../../ui/button.tsx';
import { SelectField } from '../../../ui/select-field.tsx';
import { Skeleton } from '../../../ui/skeletons.tsx';
import { EmptyState, ErrorState } from '../../../ui/view-states.tsx';
import { creatorKeys } from '../creators.queries.ts';
import { EarningsChart } from './earnings-chart.tsx';
import { downloadCsv } from './earnings-csv.ts';
import { useMoney } from '../../accounts/index.ts';
import { spanLabel } from './earnings-labels.ts';
import { barsOf, SPAN_DAYS, spanOf, type Span, type SpanDays } from './span.ts';

const usual: SpanDays = 30;

/** Earnings from plans in a range of days (SV-78); the previous range is kept until the next one is loaded. */
const earningsOf = ({ from, to }: Span) =>
  queryOptions({
    queryKey: creatorKeys.earnings(from, to),
    queryFn: ({ signal }) => api('GET /subscriptions/earnings', { query: { from, to }, signal }),
    placeholderData: keepPreviousData,
  });

function Sums({ earned }: { earned: Earned }) {
  const { gross, fee, net, coins, count } = earned;
  const money = useMoney();
  const rows = [
    { key: 'net', label: <Trans>Yours</Trans>, value: money.sum(net) },
    { key: 'gross', label: <Trans>Paid by people</Trans>, value: money.sum(gross) },
    { key: 'fee', label: <Trans>Fee</Trans>, value: money.sum(fee) },
    { key: 'coins', label: <Trans>Coins</Trans>, value: coins.toLocaleString('en-US') },
    { key: 'count', label: <Trans>Sales</Trans>, value: count.toLocaleString('en-US') },
  ];
  return (
    <dl className="flex flex-wrap gap-x-6 gap-y-3">
      {rows.map(({ key, label, value }) => (
        <div key={key} className="min-w-0">
          <dt className="text-sm text-mute">{label}</dt>
          <dd className="text-lg font-bold break-words tabular-nums">{value}</dd>
        </div>
      ))}
    </dl>
  );
}

/** A row of the table; amounts are dollars. */
type EarningsLine = {
  readonly key: string;
  readonly name: ReactNode;
  readonly count: number;
  readonly gross: number;
  readonly net: number;
};

type EarningsTableProps = {
  caption: ReactNode;
  /** Header of the first column. */
  of: ReactNode;
  lines: readonly EarningsLine[];
};

const cell = 'py-2 ps-3 text-end tabular-nums';

/** Sales, gross and net, row by row. */
function EarningsTable({ caption, of, lines }: EarningsTableProps) {
  const { sum } = useMoney();
  return (
    <table className="w-full text-sm">
      <caption className="sr-only">{caption}</caption>
      <thead className="text-mute">
        <tr>
          <th scope="col" className="py-2 text-start font-medium">
            {of}
          </th>
          <th scope="col" className={`${cell} font-medium`}>
            <Trans>Sales</Trans>
          </th>
          <th scope="col" className={`${cell} font-medium max-[26rem]:hidden`}>
            <Trans>Paid</Trans>
          </th>
          <th scope="col" className={`${cell} font-medium`}>
            <Trans>Yours</Trans>
          </th>
        </tr>
      </thead>
      <tbody className="divide-y divide-line">
        {lines.map(({ key, name, count, gross, net }) => (
          <tr key={key}>
            <th scope="row" className="py-2 text-start font-medium wrap-anywhere">
              {name}
            </th>
            <td className={cell}>{count}</td>
            <td className={`${cell} max-[26rem]:hidden`}>{sum(gross)}</td>
            <td className={`${cell} font-semibold`}>{sum(net)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

const lineOf = (key: string, name: string, { count, gross, net }: LineSums): EarningsLine => ({
  key,
  name,
  count,
  gross,
  net,
});

type LineSums = Pick<EarningsLine, 'count' | 'gross' | 'net'>;

/** The chart, the same data as a table, and the earnings of each plan. */
function Details({ earned }: { earned: Earned }) {
  const bars = barsOf(earned.by_day);
  const sold = bars.filter(({ count, net }) => count !== 0 || net !== 0);
  return (
    <>
      <EarningsChart bars={bars} />
      <details>
        <summary className="flex min-h-11 w-fit items-center font-semibold text-rani-ink underline underline-offset-2">
          <Trans>Show as a table</Trans>
        </summary>
        <EarningsTable
          caption={<Trans>Earnings over time</Trans>}
          of={<Trans>When</Trans>}
          lines={sold.map((bar) => lineOf(bar.from, spanLabel(bar), bar))}
        />
      </details>
      <EarningsTable
        caption={<Trans>Earnings by plan</Trans>}
        of={<Trans>Plan</Trans>}
        lines={earned.by_plan.map((plan) => lineOf(plan.plan_id, plan.name, plan))}
      />
    </>
  );
}

function Shown({ earned }: { earned: Earned }) {
  if (earned.by_plan.length === 0 && earned.gross === 0 && earned.count === 0) {
    return (
      <EmptyState
        icon={<ChartColumn className="size-7" />}
        title={<Trans>Nothing sold in this time</Trans>}
        text={<Trans>When somebody subscribes, it shows here and the coins are in your wallet.</Trans>}
      />
    );
  }
  return (
    <>
      <Sums earned={earned} />
      <Details earned={earned} />
      <div>
        <Button
          tone="quiet"
          size="small"
          icon={<Download aria-hidden="true" className="size-4" />}
          onClick={() => downloadCsv(earned)}
        >
          <Trans>Download CSV</Trans>
        </Button>
      </div>
    </>
  );
}

/** A creator's earnings from plans (SV-78): sums, over time, by plan, and as a file. */
export function Earnings() {
  const { t } = useLingui();
  const id = useId();
  const [days, setDays] = useState<SpanDays>(usual);
  const [openedAt] = useState(() => Date.now());
  const { data, error, isFetching, refetch } = useQuery(earningsOf(spanOf(days, openedAt)));
  return (
    <section
      aria-labelledby={id}
      aria-busy={isFetching}
      className="grid grid-cols-1 gap-4 border-t border-line pt-5"
    >
      <div className="flex flex-wrap items-end justify-between gap-3">
        <h3 id={id} className="text-lg">
          <Trans>Earnings</Trans>
        </h3>
        <SelectField
          label={t`Time`}
          value={String(days)}
          options={SPAN_DAYS.map((count) => ({
            value: String(count),
            label: plural(count, { one: 'Last # day', other: 'Last # days' }),
          }))}
          onChange={({ target }) =>
            setDays(SPAN_DAYS.find((count) => String(count) === target.value) ?? usual)
          }
        />
      </div>
      {data && <Shown earned={data} />}
      {error && (
        <ErrorState
          title={<Trans>Your earnings didn't load</Trans>}
          text={error.message}
          onRetry={() => void refetch()}
          isRetrying={isFetching}
        />
      )}
      {!data && !error && (
        <div role="status" className="grid gap-4">
          <span className="sr-only">
            <Trans>Loading…</Trans>
          </span>
          <Skeleton className="h-12 w-3/5" />
          <Skeleton className="h-36 w-full rounded-chip" />
        </div>
      )}
    </section>
  );
}
