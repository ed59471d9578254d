import type { Post } from '@adda/contract/feed';
import { Trans } from '@lingui/react/macro';
import { Link } from '@tanstack/react-router';
import { Lock, LockOpen } from 'lucide-react';
import type { ReactNode } from 'react';
import { Avatar } from '../../../ui/avatar.tsx';
import { Time } from '../../../ui/time.tsx';
import { senderName } from '../media/post-words.ts';

/** Props of {@link PostHeader}. */
export type PostHeaderProps = {
  post: Post;
  /** The id of the element that names the sender, for what is labelled by it. */
  nameId: string;
  /** Stands at the end of the line. */
  children?: ReactNode;
};

/** A dot before it, which is cut off where it begins a line. */
const dotted = "relative ps-4 before:absolute before:start-1.5 before:content-['·'/'']";

/** Who may see a post that is not for everybody, in a word. */
function Audience({ post }: { post: Post }) {
  if (post.visibility === 'public') return null;
  const Icon = post.is_locked && !post.is_own ? LockOpen : Lock;
  return (
    <span className={`${dotted} inline-flex items-center gap-1`}>
      <Icon aria-hidden="true" className="size-3.5" />
      {post.is_locked ? <Trans>Subscribers</Trans> : <Trans>Only you</Trans>}
    </span>
  );
}

/** Sender with a link to their profile, picture, time and feeling (FE-03, FE-04, FE-06). */
export function PostHeader({ post, nameId, children }: PostHeaderProps) {
  const name = senderName(post);
  const username = post.sender_username;
  const { feeling } = post;
  return (
    <header className="flex items-center gap-3 py-3 ps-4 pe-2 sm:ps-5">
      <Link
        to="/profile/$username"
        params={{ username }}
        tabIndex={-1}
        aria-hidden="true"
        className="shrink-0"
      >
        <Avatar name={username} shownName={name} src={post.sender_avatar} size="large" />
      </Link>
      <div className="min-w-0 grow">
        <h2 id={nameId} className="truncate font-sans text-base font-semibold tracking-normal">
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
          <p className="-ms-4 flex flex-wrap items-center">
            <span className={dotted}>
              <Time value={post.created_at} as="ago" />
            </span>
            {feeling && (
              <span className={`${dotted} min-w-0 break-words`}>
                <Trans>feeling {feeling}</Trans>
              </span>
            )}
            <Audience post={post} />
          </p>
        </div>
      </div>
      {children}
    </header>
  );
}
