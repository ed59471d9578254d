import type { Post } from '@adda/contract/feed';
import { classNames } from '../../../ui/class-names.ts';
import { LinkedText } from '../../../ui/linked-text.tsx';

const TAG = /#[\p{L}\p{N}\p{M}_]+/gu;

/** Words alone are set larger up to so many characters. */
const LARGE_UP_TO = 160;

/** A piece of a text: words, or a hashtag. */
type Piece = { readonly at: number; readonly text: string; readonly isTag: boolean };

/** Splits a text at its hashtags. */
export function tagPieces(text: string): readonly Piece[] {
  const pieces: Piece[] = [];
  let end = 0;
  for (const { 0: tag, index } of text.matchAll(TAG)) {
    if (index > end) pieces.push({ at: end, text: text.slice(end, index), isTag: false });
    pieces.push({ at: index, text: tag, isTag: true });
    end = index + tag.length;
  }
  if (end < text.length) pieces.push({ at: end, text: text.slice(end), isTag: false });
  return pieces;
}

/** Tags as people write them, 'tea, rain #chai', each with its sign. */
export const tagList = (hashtags: string): readonly string[] => [
  ...new Set(
    hashtags
      .split(/[\s,#]+/)
      .filter(Boolean)
      .map((tag) => `#${tag}`),
  ),
];

/** Words with their hashtags in colour. */
const withTags = (words: string) =>
  tagPieces(words).map(({ at, text, isTag }) =>
    isTag ? (
      <span key={at} className="font-medium text-rani-ink">
        {text}
      </span>
    ) : (
      text
    ),
  );

/** Caption and hashtags (FE-06). Words alone are the post, so they are larger. */
export function PostText({ post }: { post: Post }) {
  const caption = post.caption?.trim() ?? '';
  const tags = tagList(post.hashtags ?? '');
  if (caption === '' && tags.length === 0) return null;
  const isLarge = !post.has_media && caption.length <= LARGE_UP_TO;
  return (
    <div className={classNames('grid grid-cols-1 gap-1.5 px-4 pb-3 sm:px-5', !post.has_media && 'pt-1')}>
      {caption !== '' && (
        <p
          dir="auto"
          className={classNames(
            'break-words whitespace-pre-line',
            isLarge && 'font-display text-xl leading-snug font-semibold',
          )}
        >
          <LinkedText text={caption} author={post.sender_username} words={withTags} />
        </p>
      )}
      {tags.length > 0 && (
        <p dir="auto" className="flex flex-wrap gap-x-2 font-medium text-rani-ink">
          {tags.map((tag) => (
            <span key={tag} className="min-w-0 break-words">
              {tag}
            </span>
          ))}
        </p>
      )}
    </div>
  );
}
