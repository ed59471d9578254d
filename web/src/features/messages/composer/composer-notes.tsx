import { Trans } from '@lingui/react/macro';
import { MESSAGE_MAX_LENGTH } from '@adda/contract/messages';
import type { ReactNode } from 'react';
import { classNames } from '../../../ui/class-names.ts';
import { withReadableTimes } from '../../../ui/until-text.ts';

/** A note above the input: an error, or that the message will wait. */
function Note({ children, isProblem }: { children: ReactNode; isProblem?: boolean }) {
  return (
    <p
      role={isProblem ? 'alert' : 'status'}
      className={classNames(
        'flex items-center gap-1.5 px-4 pb-1.5 text-sm font-medium',
        isProblem ? 'text-danger' : 'text-mute',
      )}
    >
      {children}
    </p>
  );
}

export type ComposerNotesProps = {
  problem: string | undefined;
  isConnected: boolean;
  /** Number of messages of this conversation that are pending. */
  waiting: number;
};

/** Returns the most important note about the draft. */
export function ComposerNotes({ problem, isConnected, waiting }: ComposerNotesProps) {
  if (problem !== undefined) return <Note isProblem>{withReadableTimes(problem)}</Note>;
  if (!isConnected && waiting > 0) {
    return (
      <Note>
        <Trans>Your message is queued. It goes out as soon as you're connected.</Trans>
      </Note>
    );
  }
  return null;
}

/** The character count, shown near the limit (Q-31). */
export function Counter({ length }: { length: number }) {
  return (
    <p
      className={classNames(
        'px-4 pt-1 text-end text-xs tabular-nums',
        length > MESSAGE_MAX_LENGTH ? 'font-semibold text-danger' : 'text-mute',
      )}
    >
      {length} / {MESSAGE_MAX_LENGTH}
    </p>
  );
}
