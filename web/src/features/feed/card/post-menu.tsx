import type { Post } from '@adda/contract/feed';
import { useLingui } from '@lingui/react/macro';
import { Ellipsis } from 'lucide-react';
import { useState } from 'react';
import { IconButton } from '../../../ui/icon-button.tsx';
import { lazyComponent, LazyComponent } from '../../../ui/lazy-component.tsx';
import { senderName } from '../media/post-labels.ts';

const items = lazyComponent(() => import('./post-menu-items.tsx'));

/** Further actions: edit and delete on the caller's own post (ME-23), report and block on others' (FE-09). */
export function PostMenu({ post }: { post: Post }) {
  const { t } = useLingui();
  const [anchor, setAnchor] = useState<HTMLElement>();
  const name = senderName(post);
  const label = t`More about the post of ${name}`;
  const close = () => setAnchor(undefined);
  return (
    <>
      <IconButton
        label={label}
        icon={<Ellipsis aria-hidden="true" className="size-5" />}
        aria-haspopup="menu"
        aria-expanded={anchor !== undefined}
        onClick={(event) => setAnchor(event.currentTarget)}
      />
      {anchor && (
        <LazyComponent component={items} onFailed={close}>
          {({ PostMenuItems }) => <PostMenuItems post={post} anchor={anchor} label={label} onClose={close} />}
        </LazyComponent>
      )}
    </>
  );
}
