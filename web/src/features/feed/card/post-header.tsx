import type { Post } from '@adda/contract/feed';
import { Trans } from '@lingui/react/macro';
import { Link } from '@tanstack/react-router';
import { Lock, LockOpen } from 'lucide-react';
import type { ReactNode } from 'react';
import { Avatar } from '../../../ui/avatar.tsx';
import { Time } from '../../../ui/time.tsx';
import { senderName } from '../media/post-labels.ts';

export type PostHeaderProps = {
  post: Post;
  /** Id of the element with the sender's name, for `aria-labelledby`. */
  nameId: string;
  /** Rendered at the end of the row. */
  children?: ReactNode;
};

/** A separating dot before the element; clipped where the element starts a row, for which every row reserves the space. */
const dotted =
  "relative box-decoration-clone ps-4 break-words before:absolute before:start-1.5 before:content-['·'/'']";

/** Labels the audience of a post that is not public. */
function Audience({ post }: { post: Post }) {
  if (post.visibility === 'public') return null;
  const Icon = post.is_locked && post.can_view && !post.is_own ? LockOpen : Lock;
  return (
    <span className={`${dotted} whitespace-nowrap`}>
      <Icon aria-hidden="true" className="me-1 inline size-3.5 align-[-0.125em]" />
      {post.is_locked ? <Trans>Subscribers</Trans> : <Trans>Only you</Trans>}
    </span>
  );
}

/** Sender with a link to the profile, picture, time and feeling (FE-03, FE-04, FE-06). */
export function PostHeader({ post, nameId, children }: PostHeaderProps) {
  const name = senderName(post);
  const username = post.sender_username;
  const { feeling } = post;
  return (
    <header className="@container">
      <div className="flex items-start gap-x-3 py-3 ps-4 pe-2 sm:ps-5">
        <Link to="/profile/$username" params={{ username }} tabIndex={-1} aria-hidden="true">
          <Avatar name={username} displayedName={name} src={post.sender_avatar} size="large" />
        </Link>
        <div className="min-w-0 grow self-center">
          <h2
            id={nameId}
            className="line-clamp-2 font-sans text-base leading-tight font-semibold tracking-normal break-words"
          >
            <Link
              to="/profile/$username"
              params={{ username }}
              title={name}
              className="rounded-chip hover:underline"
            >
              {name}
            </Link>
          </h2>
          <div className="overflow-hidden text-sm text-mute">
            <p className="-ms-4">
              <span className={dotted}>
                <Time value={post.created_at} as="ago" />
              </span>{' '}
              {feeling && (
                <>
                  <span className={dotted}>
                    <Trans>feeling {feeling}</Trans>
                  </span>{' '}
                </>
              )}
              <Audience post={post} />
            </p>
          </div>
        </div>
        <div className="flex shrink-0 items-center gap-1">{children}</div>
      </div>
    </header>
  );
}
