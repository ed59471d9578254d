import type { Post } from '@adda/contract/feed';
import type { ComponentProps, ReactNode } from 'react';
import { classNames } from '../../../ui/class-names.ts';

/** Width-to-height ratio of a box whose picture's size is unknown. */
const DEFAULT_RATIO = 4 / 3;

/** Narrowest ratio of a box: a taller picture has bars at its sides. */
const MIN_RATIO = 4 / 5;

/** Maximum scale of a picture: beyond it, it is only pixelated. */
const MAX_SCALE = 2;

/** Minimum height of a box in pixels, so that texts and buttons fit in it. */
const MIN_BOX_HEIGHT = 192;

/** Returns the width-to-height ratio of a post's box, known before the picture is loaded, which prevents a layout shift. */
export function boxRatio({ width, height }: Pick<Post, 'width' | 'height'>): number {
  return width && height ? Math.max(width / height, MIN_RATIO) : DEFAULT_RATIO;
}

/** Returns the maximum display size of a picture in pixels, or undefined where its size is unknown. */
export const maxSize = ({ width, height }: Pick<Post, 'width' | 'height'>) =>
  width && height ? { maxWidth: width * MAX_SCALE, maxHeight: height * MAX_SCALE } : undefined;

/** Returns the height of the box in pixels in a card of this width, limited by the window. */
export function boxHeight(post: Pick<Post, 'width' | 'height'>, width: number): number {
  const most = maxSize(post)?.maxHeight ?? Infinity;
  return Math.max(MIN_BOX_HEIGHT, Math.min(width / boxRatio(post), most));
}

/** A view can set `--media-most`, the maximum height of the picture; by default 80% of the window. */
const boxStyle = (post: Post) => {
  const most = maxSize(post)?.maxHeight;
  const windowMost = 'var(--media-most, 80dvh)';
  return {
    aspectRatio: boxRatio(post),
    minHeight: MIN_BOX_HEIGHT,
    maxHeight: most === undefined ? windowMost : `min(${windowMost}, ${Math.max(MIN_BOX_HEIGHT, most)}px)`,
  };
};

export type MediaFrameProps = {
  post: Post;
  /** Ref and focus handlers of the box. */
  frame?: Pick<ComponentProps<'div'>, 'ref' | 'tabIndex' | 'onFocus' | 'onBlur'>;
  children?: ReactNode;
};

/** The box of a post's picture, with its blurred placeholder as background. */
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
