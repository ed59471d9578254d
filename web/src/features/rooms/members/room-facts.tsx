import { Trans } from '@lingui/react/macro';
import { displayedName } from '@adda/contract/accounts';
import type { Group } from '@adda/contract/rooms';
import { useState, type ReactNode } from 'react';
import { elapsed } from '../../../ui/time-format.ts';
import { Time } from '../../../ui/time.tsx';
import { PermissionLabel } from './permission-labels.tsx';

function Fact({ label, children }: { label: ReactNode; children: ReactNode }) {
  return (
    <div className="grid gap-0.5 py-2.5 sm:grid-cols-[10rem_1fr]">
      <dt className="text-sm font-semibold text-mute">{label}</dt>
      <dd className="min-w-0 break-words">{children}</dd>
    </div>
  );
}

const DAY_MS = 86_400_000;
const units = [
  ['year', 365],
  ['month', 30],
  ['week', 7],
] as const;
const relative = new Intl.RelativeTimeFormat('en', { numeric: 'always' });

/** '2 years ago' for ages of a week or more (GC-20); times in ms. */
export function longAgo(moment: number, now: number): string {
  const days = Math.floor((now - moment) / DAY_MS);
  const [unit, length] = units.find((each) => days >= each[1]) ?? units[2];
  return relative.format(-Math.floor(days / length), unit);
}

/** The age of a room, with the date if it is more than a week old (GC-20). */
function Age({ openedAt }: { openedAt: string }) {
  const [now] = useState(() => Date.now());
  if (elapsed(openedAt, now)) return <Time value={openedAt} as="ago" />;
  return (
    <>
      {longAgo(Date.parse(openedAt), now)} (<Time value={openedAt} as="ago" />)
    </>
  );
}

/** Name, age, members and creator of a room, and the user's permissions (GC-19 to GC-23). */
export function RoomFacts({ group }: { group: Group }) {
  return (
    <dl className="divide-y divide-line">
      <Fact label={<Trans>Group Name</Trans>}>{group.name}</Fact>
      {group.description !== '' && <Fact label={<Trans>About</Trans>}>{group.description}</Fact>}
      <Fact label={<Trans>Created</Trans>}>
        <Age openedAt={group.created_at} />
      </Fact>
      <Fact label={<Trans>Members</Trans>}>{group.member_count}</Fact>
      <Fact label={<Trans>Creator</Trans>}>{displayedName(group.creator)}</Fact>
      <Fact label={<Trans>Your Permissions</Trans>}>
        <PermissionLabel permissions={group.permissions} />
      </Fact>
    </dl>
  );
}
