import { Trans } from '@lingui/react/macro';
import type { UseQueryResult } from '@tanstack/react-query';
import { RotateCw } from 'lucide-react';
import type { ReactNode } from 'react';
import { Button } from '../../../ui/button.tsx';
import { ErrorState } from '../../../ui/view-states.tsx';
import { failureText } from '../../../ui/failure-text.ts';

export type LoadedProps<Data> = {
  query: UseQueryResult<Data>;
  /** Placeholder while loading. */
  skeleton: ReactNode;
  children: (data: Data) => ReactNode;
};

type StaleNoticeProps = { text: string; isBusy: boolean; onRetry: () => void };

function StaleNotice({ text, isBusy, onRetry }: StaleNoticeProps) {
  return (
    <div
      role="alert"
      className="flex flex-wrap items-center justify-between gap-x-3 gap-y-2 rounded-chip bg-danger-wash p-3 text-sm text-danger"
    >
      <p className="min-w-0 font-semibold wrap-anywhere">
        <Trans>This may be out of date. {text}</Trans>
      </p>
      <Button
        tone="quiet"
        size="small"
        isBusy={isBusy}
        onClick={onRetry}
        icon={<RotateCw aria-hidden="true" className="size-4" />}
      >
        <Trans>Try Again</Trans>
      </Button>
    </div>
  );
}

/** Renders a query's data and its other states: loading, failed, and stale data whose refetch failed. */
export function Loaded<Data>({ query, skeleton, children }: LoadedProps<Data>) {
  const { data, error, isFetching, refetch } = query;
  const retry = () => void refetch();
  if (data === undefined) {
    if (!error) return skeleton;
    return <ErrorState text={failureText(error)} onRetry={retry} isRetrying={isFetching} />;
  }
  return (
    <>
      {error && <StaleNotice text={failureText(error)} isBusy={isFetching} onRetry={retry} />}
      {children(data)}
    </>
  );
}
