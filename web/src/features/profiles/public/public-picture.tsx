import type { PublicPost } from '@adda/contract/feed';
import { Play } from 'lucide-react';
import { useState } from 'react';
import { usePreviewText } from '../../../ui/preview-text.ts';

export type PublicPictureProps = {
  post: PublicPost;
  /** Alternative text of a picture without a caption. */
  alt: string;
  className?: string;
};

/** Preview of a public post on its blurred placeholder; the text of a text post. */
export function PublicPicture({ post, alt, className = '' }: PublicPictureProps) {
  const { preview_url: source, blur_url: blur, caption, is_video: isVideo, width, height } = post;
  const text = usePreviewText(caption ?? '');
  const [hasFailed, setFailed] = useState(false);
  if (!source || hasFailed) {
    return (
      <span
        className={`grid size-full grid-cols-1 place-items-center bg-marigold-wash p-3 text-center ${className}`}
      >
        <span className="line-clamp-4 max-w-full font-semibold break-words">{text}</span>
      </span>
    );
  }
  return (
    <>
      <img
        src={source}
        alt={text || alt}
        width={width ?? undefined}
        height={height ?? undefined}
        decoding="async"
        onError={() => setFailed(true)}
        style={blur ? { background: `url("${blur}") center / cover` } : undefined}
        className={`size-full object-cover ${className}`}
      />
      {isVideo && (
        <span className="absolute start-2 bottom-2 grid size-8 place-items-center rounded-full bg-black/55 text-white">
          <Play aria-hidden="true" className="size-4 fill-current" />
        </span>
      )}
    </>
  );
}
