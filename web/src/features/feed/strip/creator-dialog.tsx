import { countries, displayedName } from '@adda/contract/accounts';
import type { Creator } from '@adda/contract/creators';
import { Plural, Trans } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Avatar } from '../../../ui/avatar.tsx';
import { Button, buttonClasses } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { Skeleton } from '../../../ui/skeletons.tsx';
import { tryAgain } from '../../../ui/try-again.tsx';
import { useSession } from '../../../platform/use-session.ts';
import { FollowButton } from '../card/follow-button.tsx';
import { useOpenDialog } from '../dialogs/post-dialog-request.ts';
import { creatorProfile } from '../subscribe/creator-profile.ts';

export type CreatorDialogProps = { creator: Creator; onClose: () => void };

/** Link to the creator's plans; renders nothing without plans. */
function Plans({ username }: { username: string }) {
  const openDialog = useOpenDialog();
  const { data, error, refetch } = useQuery(creatorProfile(username));
  if (error && !data) {
    return (
      <p role="alert" className="flex flex-wrap items-center gap-3 text-sm">
        <Trans>Failed to load subscription plans</Trans>
        {tryAgain(() => void refetch())}
      </p>
    );
  }
  if (!data) return <Skeleton className="h-9 w-32" />;
  const { plans } = data;
  if (plans.length === 0) {
    return (
      <p className="text-sm text-mute">
        <Trans>No subscription plans available for this creator</Trans>
      </p>
    );
  }
  return (
    <Button
      tone="warm"
      size="small"
      aria-haspopup="dialog"
      onClick={() => openDialog({ what: 'subscribe', username, plans })}
    >
      <Plural value={plans.length} one="See # plan" other="See # plans" />
    </Button>
  );
}

/** Profile summary of a creator in the strip (FE-37, FE-43), with Follow, a link to the profile and to the plans. */
export function CreatorDialog({ creator, onClose }: CreatorDialogProps) {
  const account = useSession()?.username;
  const { username, age, state, total_subscribers: subscribers } = creator;
  const name = creator.display_name || displayedName(username);
  const country = countries.find((entry) => entry.country === creator.country)?.label ?? creator.country;
  const isSelf = username === account;
  return (
    <Dialog isOpen onClose={onClose} title={name}>
      <div className="grid gap-5">
        <div className="flex flex-wrap items-center gap-4">
          <Avatar name={username} displayedName={name} src={creator.profile_image_url} size="huge" />
          <div className="grid min-w-0 grow gap-1">
            <p className="break-all text-mute">@{displayedName(username)}</p>
            <p>
              {creator.sex === 'female' ? <Trans>Female</Trans> : <Trans>Male</Trans>}, {age}
            </p>
            <p className="break-words">{[state, country].filter(Boolean).join(', ')}</p>
            <p className="font-semibold">
              <Plural value={subscribers} one="# subscriber" other="# subscribers" />
            </p>
          </div>
        </div>
        <div className="flex flex-wrap items-center gap-3">
          {!isSelf && <FollowButton username={username} name={name} isKnown={creator.is_following} />}
          <Link
            to="/profile/$username"
            params={{ username }}
            className={buttonClasses('quiet', 'small')}
            onClick={onClose}
          >
            <Trans>View profile</Trans>
          </Link>
          {!isSelf && <Plans username={username} />}
        </div>
      </div>
    </Dialog>
  );
}
