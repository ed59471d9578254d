import { UPLOAD_HASHES_PAGE, type UploadHash } from '@adda/contract/safety';
import { plural } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Trash2 } from 'lucide-react';
import { useRef } from 'react';
import { ListSkeleton } from '../../../ui/skeletons.tsx';
import { Time } from '../../../ui/time.tsx';
import { useKeepFocus } from '../../../ui/use-focus-kept.ts';
import { EmptyState } from '../../../ui/view-states.tsx';
import { ConfirmAction } from '../frame/confirm-action.tsx';
import { Loaded } from '../frame/loaded.tsx';
import { PagedRows } from '../frame/paged-rows.tsx';
import { pageOf } from '../frame/pager.tsx';
import { adminSearch, useAdminPlace } from '../frame/use-admin-place.ts';
import { hashKindName } from './hash-labels.ts';
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
            <Link
              to="/admin"
              search={adminSearch({ view: 'reports', id: reportId, filter: { status: 'all' } })}
              className="font-semibold text-rani-ink underline-offset-4 hover:underline pointer-coarse:inline-flex pointer-coarse:min-h-11 pointer-coarse:items-center"
            >
              <Trans>Report</Trans>
            </Link>
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
  const { filter, narrow } = useAdminPlace();
  const query = useQuery(hashesQuery(filter));
  const region = useRef<HTMLDivElement>(null);
  const focusKept = useKeepFocus(() => region.current);
  return (
    <div ref={region} tabIndex={-1} {...focusKept} className="grid grid-cols-1 gap-3 outline-none">
      <Loaded query={query} skeleton={<ListSkeleton rows={3} />}>
        {({ upload_hashes: hashes, total_count: total }) => (
          <PagedRows
            label={t`Files kept out`}
            count={plural(total, { one: '# file', other: '# files' })}
            empty={<EmptyState title={<Trans>No file is kept out</Trans>} />}
            page={pageOf(filter.files)}
            pageSize={UPLOAD_HASHES_PAGE}
            total={total}
            isBusy={query.isPlaceholderData}
            onTurn={(files) => narrow({ files: String(files) })}
          >
            {hashes.map((hash) => (
              <HashRow key={hash.upload_hash_id} hash={hash} />
            ))}
          </PagedRows>
        )}
      </Loaded>
    </div>
  );
}
