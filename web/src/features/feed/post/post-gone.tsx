import { Trans } from '@lingui/react/macro';
import { Link } from '@tanstack/react-router';
import { ImageOff } from 'lucide-react';
import { buttonClasses } from '../../../ui/button.tsx';
import { EmptyState } from '../../../ui/view-states.tsx';

/** Shown for a post that does not exist or is not visible to the viewer; the text does not distinguish the two. */
export function PostGone({ level }: { level?: 1 | 2 }) {
  return (
    <EmptyState
      level={level}
      icon={<ImageOff className="size-7" />}
      title={<Trans>Media not found</Trans>}
      text={<Trans>The post was deleted, or it isn't for you to see.</Trans>}
      action={
        <Link to="/v1" search={{ tab: 'feed' }} className={buttonClasses('quiet')}>
          <Trans>To the feed</Trans>
        </Link>
      }
    />
  );
}
