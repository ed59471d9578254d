import type { ErrorCode } from '@adda/contract';
import { Trans } from '@lingui/react/macro';
import { CircleAlert } from 'lucide-react';
import { useEffect, useState } from 'react';
import { withReadableTimes } from '../../../ui/until-text.ts';
import type { OutboxMessage } from '../outbox/outbox-entry.ts';

/** Actions on an own message that was not sent. */
export type PendingActions = {
  /** `isAlone`: without the quote of a reply. */
  onRetry: (clientMessageId: string, isAlone?: boolean) => void;
  onPutBack: (clientMessageId: string) => void;
  onDelete: (clientMessageId: string) => void;
};

/** The message of a reply is gone: the words can be sent without it (RY-01). */
const replyNotFound: ErrorCode = 'reply_not_found';

const smallButton =
  'min-h-9 rounded-full px-2 text-sm font-semibold text-rani-ink hover:bg-rani-wash pointer-coarse:min-h-11';

/** The ways to take a message back. */
function TakeBack({ id, onPutBack, onDelete }: { id: string } & Omit<PendingActions, 'onRetry'>) {
  return (
    <>
      <button type="button" className={smallButton} onClick={() => onPutBack(id)}>
        <Trans>Put back</Trans>
      </button>
      <button type="button" className={smallButton} onClick={() => onDelete(id)}>
        <Trans>Delete</Trans>
      </button>
    </>
  );
}

/** A message that is queued for longer than this has no connection, in ms. */
const WAITS_LONG_MS = 3000;

/** Below a message that waits for a connection: the ways to take it back (PN-01). */
export function WaitingLine({
  entry,
  onPutBack,
  onDelete,
}: { entry: OutboxMessage } & Omit<PendingActions, 'onRetry'>) {
  const { clientMessageId: id, queuedAt } = entry;
  const [isLong, setLong] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setLong(true), queuedAt + WAITS_LONG_MS - Date.now());
    return () => clearTimeout(timer);
  }, [queuedAt]);
  if (!isLong) return null;
  return (
    <div className="flex max-w-full flex-wrap items-center justify-end gap-1">
      <p className="text-sm text-ink-soft">
        <Trans>Waiting to be sent.</Trans>
      </p>
      <TakeBack id={id} onPutBack={onPutBack} onDelete={onDelete} />
    </div>
  );
}

/** Why a message was not sent, with the buttons to resolve it. */
export function FailedLine({
  entry,
  onRetry,
  onPutBack,
  onDelete,
}: { entry: OutboxMessage } & PendingActions) {
  const { clientMessageId: id, detail, code } = entry;
  return (
    <div className="flex max-w-full flex-col items-end">
      <p className="flex items-start gap-1.5 pt-1 text-sm font-medium text-danger">
        <CircleAlert aria-hidden="true" className="mt-0.5 size-4 shrink-0" />
        <span className="min-w-0 break-words">
          {detail === undefined ? <Trans>This message was not sent.</Trans> : withReadableTimes(detail)}
        </span>
      </p>
      <div className="flex flex-wrap justify-end gap-1">
        <button type="button" className={smallButton} onClick={() => onRetry(id)}>
          <Trans>Retry</Trans>
        </button>
        {code === replyNotFound && (
          <button type="button" className={smallButton} onClick={() => onRetry(id, true)}>
            <Trans>Send without reply</Trans>
          </button>
        )}
        <TakeBack id={id} onPutBack={onPutBack} onDelete={onDelete} />
      </div>
    </div>
  );
}
