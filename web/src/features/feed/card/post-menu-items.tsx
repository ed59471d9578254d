import type { Post } from '@adda/contract/feed';
import { Trans } from '@lingui/react/macro';
import { Ban, Flag, Pencil, Trash2 } from 'lucide-react';
import { AnchoredMenu } from '../../../ui/anchored-menu.tsx';
import { MenuItem } from '../../../ui/menu.tsx';
import { useOpenDialog } from '../dialogs/post-dialog-request.ts';
import { senderName } from '../media/post-labels.ts';

const icon = 'size-4';

function OwnItems({ post }: { post: Post }) {
  const openDialog = useOpenDialog();
  return (
    <>
      {post.has_media && (
        <MenuItem icon={<Pencil className={icon} />} onSelect={() => openDialog({ what: 'edit', post })}>
          <Trans>Edit</Trans>
        </MenuItem>
      )}
      <MenuItem
        icon={<Trash2 className={icon} />}
        isDangerous
        onSelect={() => openDialog({ what: 'delete', post })}
      >
        <Trans>Delete</Trans>
      </MenuItem>
    </>
  );
}

function OthersItems({ post }: { post: Post }) {
  const openDialog = useOpenDialog();
  const name = senderName(post);
  const username = post.sender_username;
  return (
    <>
      <MenuItem
        icon={<Flag className={icon} />}
        onSelect={() => openDialog({ what: 'report', username, name, mediaId: post.media_id })}
      >
        <Trans>Report {name}</Trans>
      </MenuItem>
      <MenuItem
        icon={<Ban className={icon} />}
        isDangerous
        onSelect={() => openDialog({ what: 'block', username, name })}
      >
        <Trans>Block {name}</Trans>
      </MenuItem>
    </>
  );
}

export type PostMenuItemsProps = { post: Post; anchor: HTMLElement; label: string; onClose: () => void };

/** The open menu of a post. */
export function PostMenuItems({ post, ...menu }: PostMenuItemsProps) {
  return (
    <AnchoredMenu {...menu}>
      {post.is_own ? <OwnItems post={post} /> : <OthersItems post={post} />}
    </AnchoredMenu>
  );
}
