import type { Post } from '@adda/contract/feed';
import { Trans, useLingui } from '@lingui/react/macro';
import { useQueryClient } from '@tanstack/react-query';
import { Ellipsis, ImageOff, LockKeyhole, Pencil, Play, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { classNames } from '../../../ui/class-names.ts';
import { usePreviewText } from '../../../ui/preview-text.ts';
import { Menu, MenuItem } from '../../../ui/menu.tsx';
import { fullDay } from '../../../ui/time-format.ts';
import { rereadPost } from '../../feed/index.ts';

const mark = 'absolute grid place-items-center rounded-full bg-black/55 text-white';

/** Accessible name of a tile: its caption, or its kind and date, and whether it is locked. */
function useTileName(post: Post): string {
  const { t } = useLingui();
  const day = fullDay(post.created_at);
  const kind = post.is_video ? t`Video of ${day}` : post.has_media ? t`Photo of ${day}` : t`Post of ${day}`;
  const caption = usePreviewText(post.caption ?? '');
  const words = caption ? `${kind}: ${caption}` : kind;
  return post.is_locked ? t`${words}, locked` : words;
}

/** The picture of a tile. An expired link is renewed once; a second failure is final. */
function useTilePicture(post: Post) {
  const client = useQueryClient();
  const [failed, setFailed] = useState<readonly string[]>([]);
  const source = post.preview_url;
  return {
    source,
    hasFailed: source !== null && failed.includes(source),
    onFailed() {
      if (source === null) return;
      setFailed([...failed, source]);
      if (failed.length === 0) void rereadPost(client, post.media_id);
    },
  };
}

/** The preview of a post, or why there is none. */
function Picture({ post, isFirst }: Pick<MediaTileProps, 'post' | 'isFirst'>) {
  const caption = usePreviewText(post.caption ?? '');
  const { source, onFailed, hasFailed } = useTilePicture(post);
  if (!post.has_media) {
    return (
      <span
        className={classNames(
          'grid size-full grid-cols-1 place-items-center bg-marigold-wash p-2 text-center',
          // Below the badge and the menu in the corners.
          (post.is_own || post.is_locked) && 'pt-11',
        )}
      >
        <span className="line-clamp-3 max-w-full text-sm font-semibold break-words sm:line-clamp-4">
          {caption}
        </span>
      </span>
    );
  }
  if (post.preview_pending) {
    return (
      <span className="grid size-full place-items-center p-2 text-center text-sm text-mute">
        <Trans>Preview generating...</Trans>
      </span>
    );
  }
  return (
    <>
      {post.blur_url && (
        <img src={post.blur_url} alt="" className="absolute inset-0 size-full object-cover" />
      )}
      {source && !hasFailed && (
        <img
          src={source}
          alt=""
          loading={isFirst ? 'eager' : 'lazy'}
          decoding="async"
          onError={onFailed}
          className="absolute inset-0 size-full object-cover"
        />
      )}
      {(hasFailed || (!source && !post.blur_url)) && (
        <ImageOff aria-hidden="true" className="absolute inset-0 m-auto size-6 text-mute" />
      )}
    </>
  );
}

export type MediaTileProps = {
  post: Post;
  /** Among the tiles that are in view first: its picture loads at once. */
  isFirst: boolean;
  onOpen: () => void;
  /** For the caller's own posts only (ME-23). */
  onEdit: () => void;
  onDelete: () => void;
};

/** One post in the grid: a square that opens it, with its badges, and edit and delete for its sender (ME-23). */
export function MediaTile({ post, isFirst, onOpen, onEdit, onDelete }: MediaTileProps) {
  const { t } = useLingui();
  const name = useTileName(post);
  return (
    <li className="relative">
      <button
        type="button"
        aria-label={name}
        onClick={onOpen}
        className="relative block aspect-square w-full overflow-hidden rounded-chip bg-raised focus-visible:outline-offset-2"
      >
        <Picture post={post} isFirst={isFirst} />
        {post.is_locked && (
          <span className={`${mark} start-1.5 top-1.5 size-8`}>
            <LockKeyhole aria-hidden="true" className="size-4" />
          </span>
        )}
        {post.is_video && (
          <span className={`${mark} start-1.5 bottom-1.5 size-8`}>
            <Play aria-hidden="true" className="size-4 fill-current" />
          </span>
        )}
      </button>
      {post.is_own && (
        <Menu
          label={name}
          renderTrigger={(props) => (
            <button
              type="button"
              {...props}
              aria-label={t`Change: ${name}`}
              className="absolute end-0 top-0 grid size-11 place-items-center rounded-full"
            >
              <span className="grid size-8 place-items-center rounded-full bg-black/55 text-white">
                <Ellipsis aria-hidden="true" className="size-4" />
              </span>
            </button>
          )}
        >
          <MenuItem icon={<Pencil className="size-4.5" />} onSelect={onEdit}>
            {t`Edit`}
          </MenuItem>
          <MenuItem icon={<Trash2 className="size-4.5" />} isDangerous onSelect={onDelete}>
            {t`Delete`}
          </MenuItem>
        </Menu>
      )}
    </li>
  );
}
