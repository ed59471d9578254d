import { Trans } from '@lingui/react/macro';
import { UserCheck, UserPlus } from 'lucide-react';
import { Button } from '../../../ui/button.tsx';
import { VisuallyHidden } from '../../../ui/visually-hidden.tsx';
import { useFollow } from '../../relations/index.ts';

export type FollowButtonProps = {
  username: string;
  /** Display name of the user. */
  name: string;
  /** Whether the response at hand says that the caller follows the user. */
  isKnown: boolean;
};

/**
 * 'Follow', then 'Followed' (FE-08, FE-54); pressing 'Followed' asks for confirmation (FE-55). In a container below 25rem
 * it shows no icon, and below 18rem only the icon.
 */
export function FollowButton({ username, name, isKnown }: FollowButtonProps) {
  const { isFollowing, isBusy, toggle, dialogs } = useFollow(username, { isKnown, name });
  const Icon = isFollowing ? UserCheck : UserPlus;
  return (
    <>
      <Button
        tone={isFollowing ? 'quiet' : 'plain'}
        size="small"
        isBusy={isBusy}
        icon={<Icon aria-hidden="true" className="size-4 @max-[25rem]:hidden @max-[18rem]:block" />}
        onClick={toggle}
      >
        <span className="@max-[18rem]:sr-only">
          {isFollowing ? <Trans>Followed</Trans> : <Trans>Follow</Trans>}
        </span>
        <VisuallyHidden> {name}</VisuallyHidden>
      </Button>
      {dialogs}
    </>
  );
}
