import { Trans } from '@lingui/react/macro';
import { CloudOff, RotateCw } from 'lucide-react';
import type { ReactNode } from 'react';
import { Button } from './button.tsx';

export type EmptyStateProps = {
  /** An icon of about 28 px. */
  icon?: ReactNode;
  title: ReactNode;
  /** One sentence: the reason for the missing content, or the next step. */
  text?: ReactNode;
  /** The suggested next action. */
  action?: ReactNode;
  /** Heading level: 1 for a whole page; 2 by default. */
  level?: 1 | 2;
};

/** Shown by a view without content. */
export function EmptyState({ icon, title, text, action, level = 2 }: EmptyStateProps) {
  const Heading = level === 1 ? 'h1' : 'h2';
  return (
    <div className="mx-auto grid max-w-sm animate-rise justify-items-center gap-2 px-6 py-10 text-center wrap-anywhere">
      {icon && (
        <div
          aria-hidden="true"
          className="blob mb-2 grid size-18 place-items-center bg-marigold-wash text-rani-ink"
        >
          {icon}
        </div>
      )}
      <Heading className="text-lg">{title}</Heading>
      {text && <p className="text-mute">{text}</p>}
      {action && <div className="mt-3">{action}</div>}
    </div>
  );
}

export type ErrorStateProps = {
  title?: ReactNode;
  /** One sentence about the error. */
  text?: ReactNode;
  onRetry?: () => void;
  isRetrying?: boolean;
  /** Heading level: 1 for a whole page; 2 by default. */
  level?: 1 | 2;
};

/** Shown by a view that failed to load, with 'Try Again'. */
export function ErrorState({ title, text, onRetry, isRetrying, level = 2 }: ErrorStateProps) {
  const Heading = level === 1 ? 'h1' : 'h2';
  return (
    <div
      role="alert"
      className="mx-auto grid max-w-sm justify-items-center gap-2 px-6 py-10 text-center wrap-anywhere"
    >
      <div
        aria-hidden="true"
        className="blob mb-2 grid size-18 place-items-center bg-danger-wash text-danger"
      >
        <CloudOff className="size-7" />
      </div>
      <Heading className="text-lg">{title ?? <Trans>This didn't load</Trans>}</Heading>
      {text && <p className="text-mute">{text}</p>}
      {onRetry && (
        <Button
          tone="quiet"
          className="mt-3"
          onClick={onRetry}
          isBusy={isRetrying}
          icon={<RotateCw aria-hidden="true" className="size-4" />}
        >
          <Trans>Try Again</Trans>
        </Button>
      )}
    </div>
  );
}
