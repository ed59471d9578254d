import { Trans } from '@lingui/react/macro';
import { Skeleton } from '../../../ui/skeletons.tsx';
import { VisuallyHidden } from '../../../ui/visually-hidden.tsx';

/** Placeholders for posts that are loading: sender, picture, actions. */
export function PostSkeletons({ count }: { count: number }) {
  return (
    <div role="status" className="grid gap-5">
      <VisuallyHidden>
        <Trans>Loading…</Trans>
      </VisuallyHidden>
      {Array.from({ length: count }, (_, place) => (
        <div key={place} className="overflow-hidden rounded-card border border-line bg-surface">
          <div className="flex items-center gap-3 p-4">
            <Skeleton className="size-12 shrink-0 rounded-[32%]" />
            <span className="grid grow gap-2">
              <Skeleton className="h-4 w-2/5" />
              <Skeleton className="h-3 w-1/5" />
            </span>
          </div>
          <Skeleton className="aspect-4/3 w-full rounded-none" />
          <div className="flex gap-3 p-4">
            <Skeleton className="h-5 w-14" />
            <Skeleton className="h-5 w-14" />
            <Skeleton className="h-5 w-14" />
          </div>
        </div>
      ))}
    </div>
  );
}
