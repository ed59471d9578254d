import { Trans } from '@lingui/react/macro';
import { Link, Navigate, useLocation } from '@tanstack/react-router';
import { SearchX } from 'lucide-react';
import { buttonClasses } from '../../ui/button.tsx';
import { EmptyState, ErrorState } from '../../ui/view-states.tsx';

export type RoomErrorProps = {
  error: Error;
  /** The room does not exist: a retry would not help. */
  isMissing: boolean;
  onRetry: () => void;
  isRetrying: boolean;
};

/** Replaces a room that could not be loaded or does not exist (GC-58, GC-59). */
export function RoomError({ error, isMissing, onRetry, isRetrying }: RoomErrorProps) {
  const isFromLink = useLocation({ select: ({ state }) => state.isFromLink === true });
  // Who logged in to see it finds the rooms instead (HM-05).
  if (isMissing && isFromLink) return <Navigate to="/v1" replace />;
  const back = (
    <Link to="/v1" replace ignoreBlocker className={buttonClasses('quiet')}>
      <Trans>Back to the chats</Trans>
    </Link>
  );
  return (
    <div className="grid min-h-0 grow content-center justify-items-center overflow-y-auto">
      {isMissing ? (
        <EmptyState level={1} icon={<SearchX className="size-7" />} title={error.message} action={back} />
      ) : (
        <>
          <ErrorState level={1} text={error.message} onRetry={onRetry} isRetrying={isRetrying} />
          {back}
        </>
      )}
    </div>
  );
}
