import { Trans } from '@lingui/react/macro';
import { shownName } from '@adda/contract/accounts';
import type { Group } from '@adda/contract/rooms';
import type { ReactNode } from 'react';
import { Time } from '../../../ui/time.tsx';
import { PermissionWords } from './permission-words.tsx';

function Fact({ label, children }: { label: ReactNode; children: ReactNode }) {
  return (
    <div className="grid gap-0.5 py-2.5 sm:grid-cols-[10rem_1fr]">
      <dt className="text-sm font-semibold text-mute">{label}</dt>
      <dd className="min-w-0 break-words">{children}</dd>
    </div>
  );
}

/** Name, age, members and creator of a room, and what the person may do in it (GC-19 to GC-23). */
export function RoomFacts({ group }: { group: Group }) {
  return (
    <dl className="divide-y divide-line">
      <Fact label={<Trans>Group Name</Trans>}>{group.name}</Fact>
      {group.description !== '' && <Fact label={<Trans>About</Trans>}>{group.description}</Fact>}
      <Fact label={<Trans>Created</Trans>}>
        <Time value={group.created_at} as="ago" />
      </Fact>
      <Fact label={<Trans>Members</Trans>}>{group.member_count}</Fact>
      <Fact label={<Trans>Creator</Trans>}>{shownName(group.creator)}</Fact>
      <Fact label={<Trans>Your Permissions</Trans>}>
        <PermissionWords permissions={group.permissions} />
      </Fact>
    </dl>
  );
}
