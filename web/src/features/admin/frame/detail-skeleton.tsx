import { Trans } from '@lingui/react/macro';
import { Skeleton } from '../../../ui/skeletons.tsx';

/** Placeholder of a detail view. */
export function DetailSkeleton() {
  return (
    <div role="status" className="grid gap-4">
      <span className="sr-only">
        <Trans>Loading…</Trans>
      </span>
      <Skeleton className="h-7 w-3/5" />
      <Skeleton className="h-4 w-2/5" />
      <Skeleton className="h-24 w-full" />
      <Skeleton className="h-40 w-full" />
    </div>
  );
}
