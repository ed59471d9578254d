import { Trans } from '@lingui/react/macro';
import { classNames } from './class-names.ts';
import { VisuallyHidden } from './visually-hidden.tsx';

/** A grey placeholder; give it a size, e.g. `h-4 w-32`. */
export function Skeleton({ className }: { className?: string }) {
  return <span aria-hidden="true" className={classNames('skeleton animate-shimmer', className)} />;
}

const bars = (count: number): readonly number[] => Array.from({ length: count }, (_, index) => index);

function Waiting() {
  return (
    <VisuallyHidden>
      <Trans>Loading…</Trans>
    </VisuallyHidden>
  );
}

/** Placeholder rows with an avatar and two lines: rooms, users. */
export function ListSkeleton({ rows = 6 }: { rows?: number }) {
  return (
    <div role="status" className="grid gap-1">
      <Waiting />
      {bars(rows).map((row) => (
        <div key={row} className="flex items-center gap-3 p-3">
          <Skeleton className="blob size-12 shrink-0" />
          <div className="grid grow gap-2">
            <Skeleton className={row % 2 ? 'h-4 w-2/5' : 'h-4 w-3/5'} />
            <Skeleton className={row % 2 ? 'h-3 w-4/5' : 'h-3 w-3/5'} />
          </div>
        </div>
      ))}
    </div>
  );
}

/** Placeholder bubbles of a conversation, newest at the bottom. */
export function ChatSkeleton({ bubbles = 5 }: { bubbles?: number }) {
  const widths = ['w-2/5', 'w-3/5', 'w-1/3', 'w-1/2'];
  return (
    <div role="status" className="flex h-full flex-col justify-end gap-4 p-4">
      <Waiting />
      {bars(bubbles).map((bubble) => (
        <div
          key={bubble}
          className={classNames('flex items-end gap-3', bubble % 3 === 2 && 'flex-row-reverse')}
        >
          {bubble % 3 !== 2 && <Skeleton className="size-9 shrink-0" />}
          <Skeleton className={classNames('h-11 rounded-card', widths[bubble % widths.length])} />
        </div>
      ))}
    </div>
  );
}

/** Placeholder cards of a feed. */
export function CardSkeleton({ cards = 3 }: { cards?: number }) {
  return (
    <div role="status" className="grid gap-4">
      <Waiting />
      {bars(cards).map((card) => (
        <div key={card} className="grid gap-3 rounded-card border border-line bg-surface p-5">
          <div className="flex items-center gap-3">
            <Skeleton className="blob size-12 shrink-0" />
            <Skeleton className="h-4 w-2/5" />
          </div>
          <Skeleton className="h-3 w-full" />
          <Skeleton className="h-3 w-3/5" />
        </div>
      ))}
    </div>
  );
}
