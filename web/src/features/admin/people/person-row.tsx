import { displayedName } from '@adda/contract/accounts';
import type { ManagedPerson } from '@adda/contract/moderation';
import { plural } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Link } from '@tanstack/react-router';
import { classNames } from '../../../ui/class-names.ts';
import { PersonAvatar } from '../../accounts/index.ts';
import { StateMark } from '../frame/state-mark.tsx';
import { adminSearch, type AdminFilter } from '../frame/use-admin-place.ts';
import { PersonMarks } from './person-line.tsx';

export type ManagedPersonRowProps = { person: ManagedPerson; isOpen: boolean; filter: AdminFilter };

/** A row of the account list. */
export function ManagedPersonRow({ person, isOpen, filter }: ManagedPersonRowProps) {
  const { username, display_name: display, open_reports: reports, open_flags: flags } = person;
  const name = displayedName(username);
  return (
    <li>
      <Link
        to="/admin"
        search={adminSearch({ view: 'people', id: username, filter })}
        data-row={username}
        aria-current={isOpen ? 'page' : undefined}
        className={classNames(
          'flex min-h-17 items-center gap-3 rounded-chip px-3 py-2 hover:bg-raised focus-visible:outline-offset-[-3px]',
          isOpen && 'bg-rani-wash hover:bg-rani-wash',
        )}
      >
        <PersonAvatar username={username} />
        <span className="grid min-w-0 grow gap-1">
          <span className="flex min-w-0 items-baseline gap-2">
            <strong className="min-w-0 truncate">{name}</strong>
            {display && display !== name && (
              <span className="min-w-0 truncate text-sm text-mute">{display}</span>
            )}
          </span>
          <span className="flex flex-wrap gap-1.5 empty:hidden">
            {person.role === 'admin' && (
              <StateMark tone="warm">
                <Trans>Administrator</Trans>
              </StateMark>
            )}
            <PersonMarks person={person} />
            {reports > 0 && (
              <StateMark tone="bad">
                {plural(reports, { one: '# open report', other: '# open reports' })}
              </StateMark>
            )}
            {flags > 0 && (
              <StateMark tone="warm">
                {plural(flags, { one: '# open hint', other: '# open hints' })}
              </StateMark>
            )}
          </span>
        </span>
      </Link>
    </li>
  );
}
