import type { Post } from '@adda/contract/feed';
import type { ComponentProps, ReactNode } from 'react';
import { classNames } from '../../../ui/class-names.ts';

/** Width by height of a box whose picture's size is not known. */
const USUAL_RATIO = 4 / 3;

/** Narrower than this a picture has bars at its sides instead of a card that never ends. */
const NARROWEST = 4 / 5;

/** A picture is drawn at most so many times as large as it is: beyond, there is nothing to see but squares. */
const LARGEST_SCALE = 2;

/** Height of the lowest box in pixels, however small or flat its picture: words and buttons have room in it. */
const LOWEST = 192;

/** Width by height of the box for a post's picture, known before it is here, so that nothing moves when it comes. */
export function boxRatio({ width, height }: Pick<Post, 'width' | 'height'>): number {
  return width && height ? Math.max(width / height, NARROWEST) : USUAL_RATIO;
}

/** How large a picture is drawn at most, in pixels; undefined where its size is not known. */
export const largestSize = ({ width, height }: Pick<Post, 'width' | 'height'>) =>
  width && height ? { maxWidth: width * LARGEST_SCALE, maxHeight: height * LARGEST_SCALE } : undefined;

/** How high the box in a card so wide is, in pixels, as far as the window has room. */
export function boxHeight(post: Pick<Post, 'width' | 'height'>, width: number): number {
  const most = largestSize(post)?.maxHeight ?? Infinity;
  return Math.max(LOWEST, Math.min(width / boxRatio(post), most));
}

/** Where a picture is the content, `--media-most` says how much of the window's height it has. */
const boxStyle = (post: Post) => {
  const most = largestSize(post)?.maxHeight;
  const windowMost = 'var(--media-most, 80dvh)';
  return {
    aspectRatio: boxRatio(post),
    minHeight: LOWEST,
    maxHeight: most === undefined ? windowMost : `min(${windowMost}, ${Math.max(LOWEST, most)}px)`,
  };
};

/** Props of {@link MediaFrame}. */
export type MediaFrameProps = {
  post: Post;
  /** What the box hears, and a way to reach it. */
  frame?: Pick<ComponentProps<'div'>, 'ref' | 'tabIndex' | 'onFocus' | 'onBlur'>;
  children?: ReactNode;
};

/** The box of a post's picture, on a few blurred pixels of it. */
export function MediaFrame({ post, frame, children }: MediaFrameProps) {
  return (
    <div
      {...frame}
      style={boxStyle(post)}
      className={classNames('relative w-full overflow-hidden bg-raised', frame && 'outline-none')}
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
