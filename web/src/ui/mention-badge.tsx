import { Plural } from '@lingui/react/macro';
import { cappedCount } from './badge.tsx';
import { classNames } from './class-names.ts';
import { VisuallyHidden } from './visually-hidden.tsx';

/** The number of unread messages of a room that mention the user (MN-03). */
export function MentionBadge({ count, isMuted }: { count: number; isMuted: boolean }) {
  if (count === 0) return null;
  return (
    <span
      className={classNames(
        'shrink-0 rounded-full px-2 text-xs leading-5 font-bold',
        isMuted ? 'bg-raised text-mute' : 'bg-marigold text-on-marigold',
      )}
    >
      <span aria-hidden="true">@ {cappedCount(count)}</span>
      <VisuallyHidden>
        <Plural value={count} one="# unread mention" other="# unread mentions" />
      </VisuallyHidden>
    </span>
  );
}
