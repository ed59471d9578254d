import { UPLOAD_HASHES_PAGE, type UploadHash } from '@adda/contract/safety';
import { plural } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { Trash2 } from 'lucide-react';
import { Time } from '../../../ui/time.tsx';
import { EmptyState } from '../../../ui/view-states.tsx';
import { ConfirmAction } from '../frame/confirm-action.tsx';
import { PagedList } from '../frame/paged-list.tsx';
import { PlaceLink } from '../frame/place-link.tsx';
import { useAdminPlace } from '../frame/use-admin-place.ts';
import { hashKindName } from './safety-labels.ts';
import { hashesQuery, sendHashRemoval } from './safety.queries.ts';

function AllowFile({ hash }: { hash: UploadHash }) {
  const { t } = useLingui();
  const start = hash.value.slice(0, 8);
  return (
    <ConfirmAction
      label={t`Allow ${start}… again`}
      icon={<Trash2 aria-hidden="true" className="size-5" />}
      title={<Trans>Allow this file again?</Trans>}
      description={<Trans>Anybody can upload it from then on.</Trans>}
      confirmLabel={<Trans>Allow it</Trans>}
      send={() => sendHashRemoval(hash.upload_hash_id)}
      done={t`The file may be shared again`}
    />
  );
}

/** A blocked file: its hash, the reason, and how often it was rejected. */
function HashRow({ hash }: { hash: UploadHash }) {
  const { value, note, report_id: reportId, hits, added_by: by } = hash;
  return (
    <li className="flex items-center gap-3 border-b border-line py-1.5 last:border-0">
      <div className="grid min-w-0 grow gap-1">
        <code className="text-sm wrap-anywhere">{value}</code>
        {note && <p className="text-sm wrap-anywhere">{note}</p>}
        <p className="flex flex-wrap items-center gap-x-3 gap-y-1 text-xs text-mute">
          <span>{hashKindName(hash.kind)}</span>
          <span className="tabular-nums">
            {plural(hits, { one: 'refused once', other: 'refused # times' })}
          </span>
          <span>
            <Trans>
              by {by} · <Time value={hash.created_at} as="ago" />
            </Trans>
          </span>
          {reportId && (
            <PlaceLink view="reports" id={reportId} filter={{ status: 'all' }}>
              <Trans>Report</Trans>
            </PlaceLink>
          )}
        </p>
      </div>
      <AllowFile hash={hash} />
    </li>
  );
}

/** Files that are rejected at upload. */
export function HashList() {
  const { t } = useLingui();
  const { filter } = useAdminPlace();
  return (
    <PagedList
      losesRows
      query={useQuery(hashesQuery(filter))}
      items={(data) => data.upload_hashes}
      total={(data) => data.total_count}
      pageSize={UPLOAD_HASHES_PAGE}
      pageName="files"
      label={t`Files kept out`}
      count={(total) => plural(total, { one: '# file', other: '# files' })}
      empty={<EmptyState title={<Trans>No file is kept out</Trans>} />}
    >
      {(hash) => <HashRow key={hash.upload_hash_id} hash={hash} />}
    </PagedList>
  );
}
