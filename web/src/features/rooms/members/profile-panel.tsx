import { Trans } from '@lingui/react/macro';
import type { Group } from '@adda/contract/rooms';
import { Users } from 'lucide-react';
import { Button } from '../../../ui/button.tsx';
import { MemberProfile } from './member-profile.tsx';

export type ProfilePanelProps = {
  group: Group;
  account: string;
  /** The profile opened last; initially the user's own. */
  username: string;
  onOwn: () => void;
  /** Opens the member list, to choose another profile. */
  onChoose: () => void;
};

/** The Profile tab of a room (GC-04): a member's profile, or the user's own. */
export function ProfilePanel({ group, account, username, onOwn, onChoose }: ProfilePanelProps) {
  return (
    <div className="mx-auto grid w-full max-w-190 gap-6 px-4 py-5 sm:px-5">
      <div className="flex flex-wrap gap-2">
        <Button
          tone="quiet"
          size="small"
          icon={<Users aria-hidden="true" className="size-4" />}
          onClick={onChoose}
        >
          <Trans>Choose a member</Trans>
        </Button>
        {username !== account && (
          <Button tone="plain" size="small" onClick={onOwn}>
            <Trans>Your profile</Trans>
          </Button>
        )}
      </div>
      <MemberProfile key={username} username={username} group={group} account={account} hasHeading />
    </div>
  );
}
