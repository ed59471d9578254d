import { Trans } from '@lingui/react/macro';
import { shownName } from '@adda/contract/accounts';
import { MESSAGE_MAX_LENGTH } from '@adda/contract/messages';
import { LockKeyhole } from 'lucide-react';
import type { ReactNode } from 'react';
import { classNames } from '../../../ui/class-names.ts';

/** What stands above the input: who a whisper is for, what went wrong, or that it will wait. */
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

/** Props of {@link ComposerNotes}. */
export type ComposerNotesProps = {
  problem: string | undefined;
  /** Whom the words are meant for alone. */
  names: readonly string[];
  isConnected: boolean;
  /** Messages of this room that are on their way. */
  waiting: number;
};

/** The one thing that matters most about what is being written. */
export function ComposerNotes({ problem, names, isConnected, waiting }: ComposerNotesProps) {
  const people = names.map(shownName).join(', ');
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

/** How many characters there are, once that matters (Q-31). */
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
