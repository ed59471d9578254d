import type { Group, GroupMessage } from '@adda/contract/rooms';
import { useQueryClient } from '@tanstack/react-query';
import { useMemo, useState, type ReactNode } from 'react';
import { lazyPart, Part } from '../../../ui/lazy-part.tsx';
import { earlyParts } from '../early-parts.ts';
import type { MessageActions } from './message-actions.ts';
import type { MessagePicture } from './message-image.tsx';
import { useRoomDialogs } from '../room-dialogs.tsx';
import { freshImage } from './room-history.ts';

const imageViewer = lazyPart(() => import('./image-viewer.tsx'));
const deleteMessages = lazyPart(() => import('./delete-messages.tsx'));

/** A deleted message has no button any more that the focus could go back to: it stays in the list then. */
function rescueFocus(area: HTMLElement | null): void {
  setTimeout(() => {
    if (document.activeElement === document.body) area?.focus({ preventScroll: true });
  });
}

type OpenMenu = { readonly message: GroupMessage; readonly anchor: HTMLElement };

/** What can be done from the messages of a room, and the menu or dialog that is open for it. */
export function useMessageActions(
  group: Group,
  account: string,
): { actions: MessageActions; open: ReactNode } {
  const { group_id: groupId } = group;
  const client = useQueryClient();
  const dialogs = useRoomDialogs();
  const [menu, setMenu] = useState<OpenMenu>();
  const [picture, setPicture] = useState<MessagePicture>();
  const [deleting, setDeleting] = useState<{ message: GroupMessage; area: HTMLElement | null }>();
  const menuOf = menu?.message._id;
  const actions = useMemo(
    (): MessageActions => ({
      menuOf,
      onProfile: dialogs.openProfile,
      onOpenImage: setPicture,
      onRefreshImage: (id) => freshImage(client, groupId, id),
      onMenu: (message, anchor) => setMenu({ message, anchor }),
    }),
    [client, groupId, dialogs, menuOf],
  );
  const closeMenu = () => setMenu(undefined);
  const closePicture = () => setPicture(undefined);
  const endDeleting = () => {
    setDeleting(undefined);
    rescueFocus(deleting?.area ?? null);
  };
  const open = (
    <>
      {menu && (
        <Part key={menuOf} part={earlyParts.messageMenu} onFailed={closeMenu}>
          {({ MessageMenu }) => (
            <MessageMenu
              message={menu.message}
              anchor={menu.anchor}
              account={account}
              rights={group.allowed_actions}
              dialogs={dialogs}
              onDelete={(message) =>
                setDeleting({ message, area: menu.anchor.closest<HTMLElement>('[role="region"]') })
              }
              onClose={closeMenu}
            />
          )}
        </Part>
      )}
      {picture && (
        <Part part={imageViewer} onFailed={closePicture}>
          {({ ImageViewer }) => <ImageViewer picture={picture} onClose={closePicture} />}
        </Part>
      )}
      {deleting && (
        <Part part={deleteMessages} onFailed={endDeleting}>
          {({ DeleteMessageDialog }) => (
            <DeleteMessageDialog groupId={groupId} message={deleting.message} onClose={endDeleting} />
          )}
        </Part>
      )}
    </>
  );
  return { actions, open };
}
