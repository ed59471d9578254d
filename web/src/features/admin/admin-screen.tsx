import { useQuery } from '@tanstack/react-query';
import { ErrorState } from '../../ui/view-states.tsx';
import { ListSkeleton } from '../../ui/skeletons.tsx';
import { meQuery } from '../accounts/index.ts';
import { AdminFrame } from './frame/admin-frame.tsx';
import { NoAccess } from './frame/no-access.tsx';

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
