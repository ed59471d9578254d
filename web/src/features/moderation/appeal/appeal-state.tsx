import type { Appeal } from '@adda/contract/moderation';
import { Trans } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { Time } from '../../../ui/time.tsx';

const headings: Readonly<Record<Appeal['status'], ReactNode>> = {
  open: <Trans>You asked for another look</Trans>,
  upheld: <Trans>We looked again, and it stays</Trans>,
  reversed: <Trans>We looked again and took it back</Trans>,
};

/** The user's appeal and its result. */
export function AppealState({ appeal }: { appeal: Appeal }) {
  const { status, text, created_at: at, answer } = appeal;
  return (
    <div className="grid gap-2" role="status">
      <h2 className="text-lg">{headings[status]}</h2>
      {status === 'open' && (
        <p className="text-mute">
          <Trans>Somebody else than who decided will read it. The answer will be here.</Trans>
        </p>
      )}
      {answer !== null && (
        <p dir="auto" className="wrap-anywhere whitespace-pre-line">
          {answer}
        </p>
      )}
      <blockquote className="border-s-4 border-line ps-3 text-mute">
        <p dir="auto" className="wrap-anywhere whitespace-pre-line">
          {text}
        </p>
        <Time value={at} as="full" className="text-xs" />
      </blockquote>
    </div>
  );
}
