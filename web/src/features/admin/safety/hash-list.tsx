import { UPLOAD_HASHES_PAGE } from '@adda/contract/safety';
import { plural } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { useRef } from 'react';
import { ListSkeleton } from '../../../ui/skeletons.tsx';
import { useKeepFocus } from '../../../ui/use-focus-kept.ts';
import { EmptyState } from '../../../ui/view-states.tsx';
import { Loaded } from '../frame/loaded.tsx';
import { PagedRows } from '../frame/paged-rows.tsx';
import { pageOf } from '../frame/pager.tsx';
import { useAdminPlace } from '../frame/use-admin-place.ts';
import { HashRow } from './hash-row.tsx';
import { hashesQuery } from './safety.queries.ts';

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
