import { Trans } from '@lingui/react/macro';
import type { UseQueryResult } from '@tanstack/react-query';
import { useEffect, useId, useRef, type ReactNode } from 'react';
import { Button } from '../../../ui/button.tsx';
import { Skeleton } from '../../../ui/skeletons.tsx';
import { Time } from '../../../ui/time.tsx';
import { EmptyState } from '../../../ui/view-states.tsx';
import { useAdminPlace } from './use-admin-place.ts';

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

export type OpenItemProps<Item> = {
  /** The query of the list. */
  query: Pick<UseQueryResult, 'data' | 'isFetching'>;
  /** The open item, if it is on the visible page. */
  item: Item | undefined;
  /** The title of a missing item, and why it may be missing. */
  missing?: { title: ReactNode; text: ReactNode };
  children: (item: Item) => ReactNode;
};

/** The open item of a list; while the list loads a placeholder, and a notice if it is not on the visible page. */
export function OpenItem<Item>({ query, item, missing, children }: OpenItemProps<Item>) {
  const { open } = useAdminPlace();
  if (item !== undefined) return children(item);
  if (query.data === undefined || query.isFetching) return <DetailSkeleton />;
  return (
    <EmptyState
      title={missing?.title ?? <Trans>This is not in the list</Trans>}
      text={missing?.text ?? <Trans>Somebody may have changed it meanwhile, or it is on another page.</Trans>}
      action={
        <Button tone="quiet" onClick={() => open(undefined)}>
          <Trans>Back to the list</Trans>
        </Button>
      }
    />
  );
}

/** Heading of a detail view. Focused when the view opens, unless the user is navigating the list's rows. */
export function DetailHeading({ children }: { children: ReactNode }) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    if (!document.activeElement?.closest('[data-row]')) heading.current?.focus();
  }, []);
  return (
    <h2 ref={heading} tabIndex={-1} className="text-xl outline-none wrap-anywhere">
      {children}
    </h2>
  );
}

export type DetailProps = {
  title: ReactNode;
  /** State labels next to the title. */
  marks?: ReactNode;
  children: ReactNode;
};

/** A detail view: its heading with state labels, and its content. */
export function Detail({ title, marks, children }: DetailProps) {
  return (
    <article className="grid max-w-3xl grid-cols-1 gap-5">
      <header className="flex flex-wrap items-center gap-x-3 gap-y-2">
        <DetailHeading>{title}</DetailHeading>
        {marks}
      </header>
      {children}
    </article>
  );
}

/** A section of a detail view, with its heading. */
export function DetailBlock({ title, children }: { title: ReactNode; children: ReactNode }) {
  const id = useId();
  return (
    <section aria-labelledby={id} className="grid grid-cols-1 gap-2">
      <h3 id={id} className="text-base">
        {title}
      </h3>
      {children}
    </section>
  );
}

/** A name and a time, in a `dl`; nothing without one. */
export function TimeFact({ name, at }: { name: ReactNode; at: string | null }) {
  if (at === null) return null;
  return (
    <Fact name={name}>
      <Time value={at} as="full" />
    </Fact>
  );
}

/** A name and value, in a `dl`. */
export function Fact({ name, children }: { name: ReactNode; children: ReactNode }) {
  return (
    <div className="min-w-0 rounded-chip bg-raised px-3 py-2">
      <dt className="text-xs text-mute">{name}</dt>
      <dd className="text-sm font-semibold wrap-anywhere">{children}</dd>
    </div>
  );
}
