import { Trans } from '@lingui/react/macro';
import { displayedName } from '@adda/contract/accounts';
import { MESSAGE_MAX_LENGTH } from '@adda/contract/messages';
import { LockKeyhole } from 'lucide-react';
import type { ReactNode } from 'react';
import { classNames } from '../../../ui/class-names.ts';

/** A note above the input: the recipients of a whisper, an error, or that the message will wait. */
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
  /** The recipients of a whisper. */
  names: readonly string[];
  isConnected: boolean;
  /** Number of messages of this conversation that are pending. */
  waiting: number;
};

/** Returns the most important note about the draft. */
export function ComposerNotes({ problem, names, isConnected, waiting }: ComposerNotesProps) {
  const people = names.map(displayedName).join(', ');
  if (problem !== undefined) return <Note isProblem>{problem}</Note>;
  if (names.length > 0) {
    return (
      <Note>
        <LockKeyhole aria-hidden="true" className="size-4 shrink-0 text-rani-ink" />
        <span className="min-w-0 break-words text-rani-ink">
          <Trans>Only {people} will see this</Trans>
        </span>
      </Note>
    );
  }
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
