import { displayedName } from '@adda/contract/accounts';
import type { Profile } from '@adda/contract/profiles';
import { Trans } from '@lingui/react/macro';
import { Avatar } from '../../../ui/avatar.tsx';
import { Button } from '../../../ui/button.tsx';
import { useBlock } from '../../relations/index.ts';

/**
 * Replaces the profile where there is a block between the two users: the name, and Unblock for the user who blocked
 * (RP-15).
 */
export function BlockedProfile({ profile }: { profile: Profile }) {
  const { username, display_name: displayName, profile_image_url: picture, blocked_by_me: byMe } = profile;
  const { isBusy, unblock, dialogs } = useBlock(username, { isEnabled: false });
  const name = displayName || displayedName(username);
  return (
    <div className="mx-auto grid max-w-sm grid-cols-1 justify-items-center gap-3 py-10 text-center">
      <Avatar name={username} displayedName={name} src={picture} size="huge" />
      <h1 className="max-w-full text-2xl break-words">{name}</h1>
      <p className="text-mute">
        {byMe ? (
          <Trans>You blocked this person. You see nothing of each other.</Trans>
        ) : (
          <Trans>This profile isn't available to you.</Trans>
        )}
      </p>
      {byMe && (
        <Button tone="quiet" isBusy={isBusy} onClick={unblock}>
          <Trans>Unblock</Trans>
        </Button>
      )}
      {dialogs}
    </div>
  );
}
