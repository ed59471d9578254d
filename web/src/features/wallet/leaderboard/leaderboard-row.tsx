import { displayedName } from '@adda/contract/accounts';
import type { LeaderboardEntry } from '@adda/contract/wallet';
import { Trans } from '@lingui/react/macro';
import { Link } from '@tanstack/react-router';
import { Medal } from 'lucide-react';
import type { ReactNode } from 'react';
import { moneyDialog } from '../../../platform/money-dialog.ts';
import { Avatar } from '../../../ui/avatar.tsx';
import { classNames } from '../../../ui/class-names.ts';
import { VisuallyHidden } from '../../../ui/visually-hidden.tsx';
import { CoinIcon } from '../coin-icon.tsx';
import { coinNumber, coinLabel } from '../coin-labels.ts';

/** Gold, silver, bronze, each readable in the light and the dark theme. */
const medals = ['bg-[#ffc233] text-[#2a1a00]', 'bg-[#cfd3da] text-[#22262d]', 'bg-[#e0a070] text-[#331500]'];

/** A rank as a number, the first three with a medal. */
function Place({ position }: { position: number }) {
  const medal = medals[position - 1];
  return (
    <span
      className={classNames(
        'grid h-9 min-w-9 shrink-0 place-items-center rounded-full px-1 text-sm font-bold tabular-nums',
        medal ?? 'text-mute',
      )}
    >
      <VisuallyHidden>
        <Trans>Place {position}</Trans>
      </VisuallyHidden>
      {medal ? <Medal aria-hidden="true" className="size-5" /> : <span aria-hidden="true">{position}</span>}
    </span>
  );
}

export type LeaderboardRowProps = {
  entry: LeaderboardEntry;
  as: 'li' | 'div';
  /** Shown below the name. */
  note?: ReactNode;
};

/** A leaderboard entry (LB-02); the name links to the profile, unless one of the two users blocks the other. */
export function LeaderboardRow({ entry, as: Row, note }: LeaderboardRowProps) {
  const { username, position, balance, has_profile: hasProfile } = entry;
  const name = displayedName(username);
  return (
    <Row
      aria-current={entry.is_current_user || undefined}
      className={classNames(
        'flex min-h-14 items-center gap-2 rounded-card pe-2',
        entry.is_current_user && Row === 'li' && 'bg-marigold-wash',
      )}
    >
      <Place position={position} />
      <Avatar name={username} displayedName={name} src={entry.profile_image_url} />
      {/* If name and coins don't fit side by side, the coins are below. */}
      <span className="flex min-w-0 grow flex-wrap items-center gap-x-2">
        <span className="grid min-w-0 grow basis-24 grid-cols-1">
          {hasProfile ? (
            <Link
              to="/profile/$username"
              params={{ username }}
              onClick={moneyDialog.close}
              className="flex min-h-11 min-w-0 items-center font-semibold underline-offset-4 hover:underline"
            >
              <span className="truncate">{name}</span>
            </Link>
          ) : (
            <span className="truncate font-semibold">{name}</span>
          )}
          {note && <span className="-mt-2 pb-2 text-sm">{note}</span>}
        </span>
        <span className="inline-flex shrink-0 items-center gap-1 text-sm font-bold tabular-nums">
          <span aria-hidden="true">{coinNumber(balance)}</span>
          <CoinIcon className="size-4" />
          <VisuallyHidden>{coinLabel(balance)}</VisuallyHidden>
        </span>
      </span>
    </Row>
  );
}
