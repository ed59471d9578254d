import type { DataExport } from '@adda/contract/privacy';
import { EXPORT_DAYS, EXPORT_EVERY_HOURS } from '@adda/contract/privacy/limits';
import { Trans, useLingui } from '@lingui/react/macro';
import {
  useMutation,
  useQuery,
  useQueryClient,
  mutationOptions,
  queryOptions,
  type QueryClient,
} from '@tanstack/react-query';
import { Download } from 'lucide-react';
import { useId } from 'react';
import { Button, buttonClasses } from '../../ui/button.tsx';
import { FormErrors } from '../../ui/form-errors.tsx';
import { ProgressBar } from '../../ui/progress-bar.tsx';
import { Skeleton } from '../../ui/skeletons.tsx';
import { Time } from '../../ui/time.tsx';
import { useNow } from '../../ui/time-clock.ts';
import { SectionCard } from './section-card.tsx';
import { api, type CallOutput } from '../../platform/api.ts';

type Answer = CallOutput<'GET /users/me/export'>;

/** Polling interval while an export is being prepared, in ms. */
const POLL_MS = 2000;

/** Refetch interval of a ready export, in ms: its download link expires (R-15). */
const LINK_REFRESH_MS = 60_000;

function nextPollDelay(copy: DataExport | null | undefined): number | false {
  if (copy?.status === 'pending') return POLL_MS;
  return copy?.status === 'ready' && copy.url !== null && LINK_REFRESH_MS;
}

/** The newest data export and its progress; every response has a new download link (R-15). */
const exportQuery = queryOptions({
  queryKey: ['me', 'export'],
  queryFn: ({ signal }): Promise<Answer> => api('GET /users/me/export', { signal }),
  refetchInterval: ({ state }) => nextPollDelay(state.data?.export),
});

/** Requests a data export (SV-104). */
const requestExport = (client: QueryClient) =>
  mutationOptions({
    mutationFn: () => api('POST /users/me/export'),
    onSuccess: ({ export: copy }) => client.setQueryData<Answer>(exportQuery.queryKey, { export: copy }),
    // Another tab may have requested it already.
    onError: () => void client.invalidateQueries({ queryKey: exportQuery.queryKey }),
  });

const HOUR_MS = 3_600_000;

/** Returns when the next export may be requested, in ms; a time in the past means now. Failed exports don't count. */
const nextRequestAt = (copy: DataExport): number =>
  copy.status === 'failed' ? 0 : Date.parse(copy.created_at) + EXPORT_EVERY_HOURS * HOUR_MS;

const MEGABYTE = 1_000_000;

/** Formats a size: '340 kB', '12.5 MB'. */
function sizeText(bytes: number): string {
  const [value, unit] = bytes < MEGABYTE ? [bytes / 1000, 'kilobyte'] : [bytes / MEGABYTE, 'megabyte'];
  const digits = bytes < MEGABYTE ? 0 : 1;
  return new Intl.NumberFormat('en-IN', { style: 'unit', unit, maximumFractionDigits: digits }).format(value);
}

function ExportInProgress({ copy }: { copy: DataExport }) {
  const { t } = useLingui();
  const percent = Math.round(copy.progress * 100);
  return (
    <div className="grid gap-2">
      <p className="text-sm text-mute">
        <Trans>We're putting it together: {percent} %. You can leave; we'll tell you when it is ready.</Trans>
      </p>
      <ProgressBar label={t`Progress of your copy`} percent={percent} className="w-full" />
    </div>
  );
}

function ExportReady({ url, copy }: { url: string; copy: DataExport }) {
  const size = sizeText(copy.bytes ?? 0);
  return (
    <div className="grid gap-2">
      <div>
        <a href={url} download rel="noopener" className={buttonClasses('primary')}>
          <Download aria-hidden="true" className="size-4" />
          <Trans>Download your copy ({size})</Trans>
        </a>
      </div>
      {copy.expires_at !== null && (
        <p className="text-sm text-mute">
          <Trans>
            It is here until <Time value={copy.expires_at} as="full" />.
          </Trans>
        </p>
      )}
    </div>
  );
}

/** The newest export's state, in a live region. */
function ExportState({ copy }: { copy: DataExport | null }) {
  if (!copy) return null;
  if (copy.status === 'pending') return <ExportInProgress copy={copy} />;
  if (copy.status === 'ready' && copy.url !== null) return <ExportReady copy={copy} url={copy.url} />;
  return (
    <p className="text-sm text-mute">
      {copy.status === 'failed' ? (
        <Trans>Your last copy didn't work out. Please ask again.</Trans>
      ) : (
        <Trans>Your last copy is no longer here.</Trans>
      )}
    </p>
  );
}

function RequestExport({ copy }: { copy: DataExport | null }) {
  const client = useQueryClient();
  const request = useMutation(requestExport(client));
  const now = useNow(true);
  const waitId = useId();
  const nextAt = copy ? nextRequestAt(copy) : 0;
  const mustWait = nextAt > now;
  return (
    <>
      {request.error && <FormErrors message={request.error.message} />}
      <div>
        <Button
          tone="quiet"
          size="small"
          isBusy={request.isPending}
          disabled={mustWait}
          aria-describedby={mustWait ? waitId : undefined}
          onClick={() => request.mutate()}
        >
          {copy ? <Trans>Ask for a new copy</Trans> : <Trans>Ask for a copy</Trans>}
        </Button>
      </div>
      {mustWait && (
        <p id={waitId} className="text-sm text-mute">
          <Trans>
            You can ask again from <Time value={new Date(nextAt).toISOString()} as="full" />.
          </Trans>
        </p>
      )}
    </>
  );
}

/** Export of the user's data: requested, prepared in the background, downloadable for some days (SV-104). */
export function DataExportSection() {
  const { data, error, isFetching, refetch } = useQuery(exportQuery);
  return (
    <SectionCard
      title={<Trans>Your data</Trans>}
      text={
        <Trans>
          A copy of everything about you: profile, messages, posts, coins and more, as a ZIP file. It stays
          here for {EXPORT_DAYS} days.
        </Trans>
      }
    >
      {!data && !error && <Skeleton className="h-9 w-40" />}
      {!data && error && (
        <div className="grid gap-3">
          <FormErrors message={error.message} />
          <div>
            <Button tone="quiet" size="small" isBusy={isFetching} onClick={() => void refetch()}>
              <Trans>Try Again</Trans>
            </Button>
          </div>
        </div>
      )}
      {data && (
        <>
          <div aria-live="polite" className="empty:absolute">
            <ExportState copy={data.export} />
          </div>
          {data.export?.status !== 'pending' && <RequestExport copy={data.export} />}
        </>
      )}
    </SectionCard>
  );
}
