import { Trans, useLingui } from '@lingui/react/macro';
import { Trophy } from 'lucide-react';
import { Dialog } from '../../../ui/dialog.tsx';
import { EmptyState } from '../../../ui/view-states.tsx';
import { PagedList } from '../pages/paged-list.tsx';
import { usePages } from '../pages/use-pages.ts';
import { leaderboardPage } from '../wallet.queries.ts';
import { LeaderboardRow } from './leaderboard-row.tsx';

/** The richest users, ten per page, with the caller's own rank on top (SH-49, LB-01 to LB-04); guests have none. */
export function LeaderboardDialog({ onClose }: { onClose: () => void }) {
  const { t } = useLingui();
  const pages = usePages(leaderboardPage);
  const entries = pages.current?.leaderboard ?? [];
  const own = pages.current?.current_user_entry;
  const position = own?.position.toLocaleString('en-US');
  const total = pages.current?.total_users.toLocaleString('en-US');
  return (
    <Dialog isOpen onClose={onClose} title={<Trans>Leaderboard</Trans>}>
      {own && (
        <section aria-label={t`Your place`} className="sticky -top-2 z-1 -mx-6 bg-surface px-4 pt-2">
          <div className="rounded-card bg-marigold-wash px-2 shadow-card">
            <LeaderboardRow
              as="div"
              entry={own}
              note={
                <Trans>
                  Your place: {position} of {total}
                </Trans>
              }
            />
          </div>
        </section>
      )}
      <PagedList
        pages={pages}
        label={t`Leaderboard`}
        failure={t`Failed to load leaderboard`}
        retryLabel={<Trans>Retry</Trans>}
        isEmpty={entries.length === 0}
        empty={
          <EmptyState
            icon={<Trophy className="size-7" />}
            title={<Trans>Nobody has coins yet</Trans>}
            text={<Trans>Whoever gets the first ones stands here alone.</Trans>}
          />
        }
      >
        <ol className="grid grid-cols-1 gap-0.5 pt-2">
          {entries.map((entry) => (
            <LeaderboardRow key={entry.username} as="li" entry={entry} />
          ))}
        </ol>
      </PagedList>
    </Dialog>
  );
}
