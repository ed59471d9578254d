import { Trans } from '@lingui/react/macro';
import { shownName } from '@adda/contract/accounts';
import type { Group, Permission } from '@adda/contract/rooms';
import type { ReactNode } from 'react';
import { Button } from '../../ui/button.tsx';
import { Time } from '../../ui/time.tsx';
import { MembersList } from './members-list.tsx';

function Fact({ label, children }: { label: ReactNode; children: ReactNode }) {
  return (
    <div className="grid gap-0.5 py-2.5 sm:grid-cols-[10rem_1fr]">
      <dt className="text-sm font-semibold text-mute">{label}</dt>
      <dd className="min-w-0 break-words">{children}</dd>
    </div>
  );
}

const permissionWords: Record<Permission, ReactNode> = {
  can_kick: <Trans>Remove members</Trans>,
  can_ban: <Trans>Ban members</Trans>,
};

/** Props of {@link RoomInfo}. */
export type RoomInfoProps = {
  group: Group;
  account: string;
  /** Left out for the creator, who can't leave (X-38). */
  onLeave?: (() => void) | undefined;
};

/** What there is to know about a room (GC-19 to GC-26). */
export function RoomInfo({ group, account, onLeave }: RoomInfoProps) {
  return (
    <div className="mx-auto w-full max-w-190 px-4 py-4 sm:px-5">
      <dl className="divide-y divide-line">
        <Fact label={<Trans>Group Name</Trans>}>{group.name}</Fact>
        {group.description !== '' && <Fact label={<Trans>About</Trans>}>{group.description}</Fact>}
        <Fact label={<Trans>Created</Trans>}>
          <Time value={group.created_at} as="ago" />
        </Fact>
        <Fact label={<Trans>Members</Trans>}>{group.member_count}</Fact>
        <Fact label={<Trans>Creator</Trans>}>{shownName(group.creator)}</Fact>
        <Fact label={<Trans>Your Permissions</Trans>}>
          {group.permissions.length === 0 ? (
            <Trans>No special permissions</Trans>
          ) : (
            <ul>
              {group.permissions.map((permission) => (
                <li key={permission}>{permissionWords[permission]}</li>
              ))}
            </ul>
          )}
        </Fact>
      </dl>
      {onLeave && (
        <Button tone="quiet" className="mt-3" onClick={onLeave}>
          <Trans>Leave Group</Trans>
        </Button>
      )}
      <h2 className="mt-6 text-lg">
        <Trans>Who's here</Trans>
      </h2>
      <div className="-mx-4">
        <MembersList groupId={group.group_id} account={account} />
      </div>
    </div>
  );
}
