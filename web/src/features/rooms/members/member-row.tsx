import { Trans, useLingui } from '@lingui/react/macro';
import { displayedName } from '@adda/contract/accounts';
import type { GroupMember } from '@adda/contract/rooms';
import { Gift, ShieldCheck } from 'lucide-react';
import type { ReactNode } from 'react';
import { Avatar } from '../../../ui/avatar.tsx';
import { IconButton } from '../../../ui/icon-button.tsx';
import { PresenceDot } from '../../../ui/presence-dot.tsx';
import { GuestTag } from '../../accounts/index.ts';

export type MemberRowProps = {
  member: GroupMember;
  account: string;
  isTyping: boolean;
  onProfile: (username: string) => void;
  /** The button that manages this member; left out if there is nothing to manage. */
  manage?: ReactNode;
  /** Left out if this member can't receive gifts. */
  onGift?: ((username: string) => void) | undefined;
};

const Note = ({ children }: { children: ReactNode }) => <span className="text-sm text-mute">{children}</span>;

/** The badge of a member with moderator permissions. */
function RightsBadge({ member }: { member: GroupMember }) {
  if (member.is_creator || (!member.is_admin && member.permissions.length === 0)) return null;
  return (
    <span className="inline-flex items-center gap-1 rounded-full bg-marigold-wash px-2 text-xs font-semibold">
      <ShieldCheck aria-hidden="true" className="size-3.5" />
      {member.is_admin ? <Trans>Admin</Trans> : <Trans>Moderator</Trans>}
    </span>
  );
}

/** A member with online dot and role; opens their profile (GC-24, GM-02, GM-05). */
export function MemberRow({ member, account, isTyping, onProfile, manage, onGift }: MemberRowProps) {
  const { t } = useLingui();
  const { username } = member;
  const name = displayedName(username);
  return (
    <div className="flex items-center gap-0.5 pe-2">
      <button
        type="button"
        onClick={() => onProfile(username)}
        className="flex min-h-14 min-w-0 grow items-center gap-2.5 rounded-card py-1.5 ps-3 pe-1 text-start hover:bg-raised focus-visible:outline-offset-[-3px]"
      >
        <span className="relative shrink-0">
          <Avatar name={username} displayedName={name} src={member.profile_image_url} />
          <PresenceDot
            isOnline={member.is_online}
            className="absolute -end-1 -bottom-1 rounded-full bg-surface p-0.5"
          />
        </span>
        <span className="flex min-w-0 flex-wrap items-center gap-x-2">
          <span className="min-w-0 font-semibold break-words">{name}</span>
          {member.is_creator && (
            <Note>
              <Trans>(Creator)</Trans>
            </Note>
          )}
          {username === account && (
            <Note>
              <Trans>(you)</Trans>
            </Note>
          )}
          <RightsBadge member={member} />
          <GuestTag username={username} />
          {isTyping && (
            <Note>
              <Trans>typing…</Trans>
            </Note>
          )}
        </span>
      </button>
      {onGift && (
        <IconButton
          label={t`Send a gift to ${name}`}
          icon={<Gift aria-hidden="true" className="size-5" />}
          className="size-9! pointer-coarse:size-11!"
          onClick={() => onGift(username)}
        />
      )}
      {manage}
    </div>
  );
}
