import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { DoorClosed } from 'lucide-react';
import { buttonClasses } from '../../ui/button.tsx';
import { useDocumentTitle } from '../../ui/use-document-title.ts';
import { EmptyState, ErrorState } from '../../ui/view-states.tsx';
import { ListSkeleton } from '../../ui/skeletons.tsx';
import { meQuery } from '../accounts/index.ts';
import { AdminFrame } from './frame/admin-frame.tsx';

/** Shown to users who are not administrators. */
function NoAccess() {
  const { t } = useLingui();
  useDocumentTitle(t`Administration`);
  return (
    <main className="dusk grid min-h-dvh content-center">
      <EmptyState
        level={1}
        icon={<DoorClosed className="size-7" />}
        title={<Trans>This door is for the team</Trans>}
        text={<Trans>Only administrators of Adda can come in here.</Trans>}
        action={
          <Link to="/v1" className={buttonClasses()}>
            <Trans>Back to Adda</Trans>
          </Link>
        }
      />
    </main>
  );
}

/** `/admin`: the admin console (SV-48); other users see that they have no access. */
export function AdminScreen() {
  const { data: me, isError, isFetching, refetch } = useQuery(meQuery);
  if (me) return me.role === 'admin' ? <AdminFrame /> : <NoAccess />;
  return (
    <main className="mx-auto grid min-h-dvh w-full max-w-3xl content-center p-4">
      {isError ? (
        <ErrorState level={1} onRetry={() => void refetch()} isRetrying={isFetching} />
      ) : (
        <ListSkeleton />
      )}
    </main>
  );
}
