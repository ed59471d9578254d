import { Trans } from '@lingui/react/macro';
import { CircleAlert } from 'lucide-react';
import type { OutboxEntry } from '../outbox/outbox-entry.ts';

/** Actions on an own message that was not sent. */
export type PendingActions = {
  onRetry: (clientMessageId: string) => void;
  onPutBack: (clientMessageId: string) => void;
  onDelete: (clientMessageId: string) => void;
};

const smallButton =
  'min-h-9 rounded-full px-2 text-sm font-semibold text-rani-ink hover:bg-rani-wash pointer-coarse:min-h-11';

/** Why a message was not sent, with the buttons to resolve it. */
export function FailedLine({ entry, onRetry, onPutBack, onDelete }: { entry: OutboxEntry } & PendingActions) {
  const { clientMessageId: id, detail } = entry;
  return (
    <div className="flex max-w-full flex-col items-end">
      <p className="flex items-start gap-1.5 pt-1 text-sm font-medium text-danger">
        <CircleAlert aria-hidden="true" className="mt-0.5 size-4 shrink-0" />
        <span className="min-w-0 break-words">{detail ?? <Trans>This message was not sent.</Trans>}</span>
      </p>
      <div className="flex flex-wrap justify-end gap-1">
        <button type="button" className={smallButton} onClick={() => onRetry(id)}>
          <Trans>Retry</Trans>
        </button>
        <button type="button" className={smallButton} onClick={() => onPutBack(id)}>
          <Trans>Put back</Trans>
        </button>
        <button type="button" className={smallButton} onClick={() => onDelete(id)}>
          <Trans>Delete</Trans>
        </button>
      </div>
    </div>
  );
}
