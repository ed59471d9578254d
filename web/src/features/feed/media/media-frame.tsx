import type { Post } from '@adda/contract/feed';
import type { ReactNode } from 'react';
import { classNames } from '../../../ui/class-names.ts';

/** Width by height of a box whose picture's size is not known. */
const USUAL_RATIO = 4 / 3;

/** Narrower than this a picture has bars at its sides instead of a card that never ends. */
const NARROWEST = 4 / 5;

/** Width by height of the box for a post's picture, known before it is here, so that nothing moves when it comes. */
export function boxRatio({ width, height }: Pick<Post, 'width' | 'height'>): number {
  return width && height ? Math.max(width / height, NARROWEST) : USUAL_RATIO;
}

/** Props of {@link MediaFrame}. */
export type MediaFrameProps = {
  post: Post;
  /** A `card` keeps the picture's form, a `tile` is a square. */
  size: 'card' | 'tile';
  children?: ReactNode;
};

/** The box of a post's picture, on a few blurred pixels of it. */
export function MediaFrame({ post, size, children }: MediaFrameProps) {
  const isTile = size === 'tile';
  return (
    <div
      style={{ aspectRatio: isTile ? 1 : boxRatio(post) }}
      className={classNames('relative w-full overflow-hidden bg-raised', !isTile && 'max-h-[80dvh]')}
    >
      {post.blur_url !== null && (
        <img
          src={post.blur_url}
          alt=""
          aria-hidden="true"
          className="absolute inset-0 size-full scale-110 object-cover blur-xl"
        />
      )}
      {children}
    </div>
  );
}
