import { displayedName } from '@adda/contract/accounts';
import type { FollowRow as Row } from '@adda/contract/relations';
import { Trans } from '@lingui/react/macro';
import { useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Avatar } from '../../../ui/avatar.tsx';
import { Button } from '../../../ui/button.tsx';
import { VisuallyHidden } from '../../../ui/visually-hidden.tsx';
import { useFollow } from '../../relations/index.ts';
import { profileKeys } from '../profiles.queries.ts';

function Follow({ row, name }: { row: Row; name: string }) {
  const client = useQueryClient();
  const { isFollowing, isBusy, toggle, dialogs } = useFollow(row.username, {
    isKnown: row.is_following,
    name,
    // The numbers of both profiles change.
    onDone: () => void client.invalidateQueries({ queryKey: profileKeys.every }),
  });
  return (
    <>
      <Button
        size="small"
        tone={isFollowing ? 'quiet' : 'primary'}
        aria-pressed={isFollowing}
        isBusy={isBusy}
        onClick={toggle}
        className="shrink-0"
      >
        {isFollowing ? <Trans>Followed</Trans> : <Trans>Follow</Trans>}{' '}
        <VisuallyHidden>{name}</VisuallyHidden>
      </Button>
      {dialogs}
    </>
  );
}

/** A user in a list of followers: a link to the profile, and Follow unless it is the viewer. */
export function FollowRow({ row, isSelf }: { row: Row; isSelf: boolean }) {
  const { username, picture } = row;
  const name = row.display_name || displayedName(username);
  return (
    <li className="flex min-h-15 items-center gap-2">
      <Link
        to="/profile/$username"
        params={{ username }}
        className="flex min-h-15 min-w-0 grow items-center gap-3 rounded-chip px-2 hover:bg-raised focus-visible:outline-offset-[-3px]"
      >
        <Avatar name={username} displayedName={name} src={picture} />
        <span className="grid min-w-0">
          <span dir="auto" className="truncate font-semibold">
            {name}
          </span>
          <span className="truncate text-sm text-mute">@{displayedName(username)}</span>
        </span>
      </Link>
      {!isSelf && <Follow row={row} name={name} />}
    </li>
  );
}
