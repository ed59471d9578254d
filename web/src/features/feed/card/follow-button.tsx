import { Trans } from '@lingui/react/macro';
import { UserCheck, UserPlus } from 'lucide-react';
import { Button } from '../../../ui/button.tsx';
import { VisuallyHidden } from '../../../ui/visually-hidden.tsx';
import { useFollow } from '../../relations/index.ts';

/** Props of {@link FollowButton}. */
export type FollowButtonProps = {
  username: string;
  /** What they are called on screen. */
  name: string;
  /** What the answer at hand says. */
  isKnown: boolean;
};

/**
 * 'Follow', then 'Followed' (FE-08, FE-54); pressing that asks before anything is taken back (FE-55). In a container below
 * 25rem it has no icon, and below 18rem nothing else.
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
