import type { Post } from '@adda/contract/feed';
import { hashtagsIn } from '@adda/contract/feed/hashtags';
import { classNames } from '../../../ui/class-names.ts';
import { FormattedText } from '../../../ui/formatted-text.tsx';

/** A text post of at most this many characters has a larger font. */
const LARGE_UP_TO = 160;

/** Caption and hashtags; hashtags are not links and don't look like links (FE-06). A text post has a larger font. */
export function PostText({ post }: { post: Post }) {
  const caption = post.caption?.trim() ?? '';
  const tags = [...new Set(hashtagsIn(post.hashtags ?? ''))];
  if (caption === '' && tags.length === 0) return null;
  const isLarge = !post.has_media && caption.length <= LARGE_UP_TO;
  return (
    <div className={classNames('grid grid-cols-1 gap-1.5 px-4 pb-3 sm:px-5', !post.has_media && 'pt-1')}>
      {caption !== '' && (
        <div
          dir="auto"
          className={classNames(
            'break-words whitespace-pre-line',
            isLarge && 'font-display text-xl leading-snug font-semibold',
          )}
        >
          <FormattedText text={caption} author={post.sender_username} />
        </div>
      )}
      {tags.length > 0 && (
        <p dir="auto" className="flex flex-wrap gap-x-2 text-mute">
          {tags.map((tag) => (
            <span key={tag} className="min-w-0 break-words">
              {`#${tag}`}
            </span>
          ))}
        </p>
      )}
    </div>
  );
}
