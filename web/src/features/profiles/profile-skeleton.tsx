import { GRID_COLUMNS } from '@adda/contract/profiles';
import { Trans } from '@lingui/react/macro';
import { Skeleton } from '../../ui/skeletons.tsx';
import { VisuallyHidden } from '../../ui/visually-hidden.tsx';

const ROWS = 2;

/** Placeholder tiles of the media grid. */
export function GridSkeleton() {
  return (
    <div role="status" className="grid grid-cols-3 gap-1 sm:gap-1.5">
      <VisuallyHidden>
        <Trans>Loading…</Trans>
      </VisuallyHidden>
      {Array.from({ length: GRID_COLUMNS * ROWS }, (_, index) => (
        <Skeleton key={index} className="aspect-square w-full rounded-chip" />
      ))}
    </div>
  );
}

/** Placeholder of a profile. */
export function ProfileSkeleton() {
  return (
    <div className="grid gap-6">
      <div aria-hidden="true" className="flex flex-wrap items-center gap-6">
        <Skeleton className="size-28 rounded-[32%]" />
        <div className="grid grow gap-3">
          <Skeleton className="h-7 w-3/5" />
          <Skeleton className="h-4 w-2/5" />
          <Skeleton className="h-4 w-4/5" />
        </div>
      </div>
      <Skeleton className="h-13 w-full rounded-full" />
      <GridSkeleton />
    </div>
  );
}
