import { displayedName } from '@adda/contract/accounts';
import type { AppealCase } from '@adda/contract/moderation';
import { Trans } from '@lingui/react/macro';
import { Link } from '@tanstack/react-router';
import { classNames } from '../../../ui/class-names.ts';
import { Time } from '../../../ui/time.tsx';
import { StateMark } from '../frame/state-mark.tsx';
import { adminSearch, type AdminFilter } from '../frame/use-admin-place.ts';
import { sanctionName } from '../people/sanction-labels.ts';

export type AppealRowProps = { appeal: AppealCase; isOpen: boolean; filter: AdminFilter };

/** A row of the appeal list. */
export function AppealRow({ appeal, isOpen, filter }: AppealRowProps) {
  return (
    <li>
      <Link
        to="/admin"
        search={adminSearch({ view: 'appeals', id: appeal.appeal_id, filter })}
        data-row={appeal.appeal_id}
        aria-current={isOpen ? 'page' : undefined}
        className={classNames(
          'grid min-h-17 gap-1 rounded-chip px-3 py-2.5 hover:bg-raised focus-visible:outline-offset-[-3px]',
          isOpen && 'bg-rani-wash hover:bg-rani-wash',
        )}
      >
        <span className="flex items-center justify-between gap-3">
          <strong className="min-w-0 truncate">{displayedName(appeal.person.username)}</strong>
          <Time value={appeal.created_at} as="ago" className="shrink-0 text-xs text-mute" />
        </span>
        <span className="line-clamp-2 text-sm wrap-anywhere">{appeal.text}</span>
        <span className="flex flex-wrap gap-2">
          <StateMark>{sanctionName(appeal.sanction.kind)}</StateMark>
          {appeal.status === 'upheld' && (
            <StateMark>
              <Trans>Upheld</Trans>
            </StateMark>
          )}
          {appeal.status === 'reversed' && (
            <StateMark tone="warm">
              <Trans>Reversed</Trans>
            </StateMark>
          )}
          {appeal.status === 'open' && !appeal.may_decide && (
            <StateMark tone="warm">
              <Trans>Your own decision</Trans>
            </StateMark>
          )}
        </span>
      </Link>
    </li>
  );
}
