import { Trans } from '@lingui/react/macro';
import { RotateCw, TriangleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import { Button } from '../../ui/button.tsx';

export type ProblemProps = {
  /** The error message. */
  text: ReactNode;
  /** One sentence of detail. */
  detail?: ReactNode;
  onRetry?: (() => void) | undefined;
  isRetrying?: boolean;
};

/** A failure, read out immediately, with 'Try Again' if a retry may help. */
export function Problem({ text, detail, onRetry, isRetrying }: ProblemProps) {
  return (
    <div role="alert" className="flex flex-wrap items-center gap-3 rounded-card bg-danger-wash p-4">
      <div className="flex min-w-0 grow items-start gap-2 text-sm text-danger">
        <TriangleAlert aria-hidden="true" className="mt-0.5 size-4 shrink-0" />
        <div className="min-w-0 break-words">
          <p className="font-semibold">{text}</p>
          {detail && <p>{detail}</p>}
        </div>
      </div>
      {onRetry && (
        <Button
          tone="quiet"
          size="small"
          isBusy={isRetrying}
          onClick={onRetry}
          icon={<RotateCw aria-hidden="true" className="size-4" />}
        >
          <Trans>Try Again</Trans>
        </Button>
      )}
    </div>
  );
}
