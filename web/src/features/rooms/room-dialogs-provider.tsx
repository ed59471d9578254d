import type { Group } from '@adda/contract/rooms';
import { useEffect, useMemo, useRef, useState, type ReactNode } from 'react';
import { lazyComponent, LazyComponent } from '../../ui/lazy-component.tsx';
import { RoomDialogsContext, type RoomDialog, type RoomDialogs } from './room-dialogs.tsx';

export type RoomDialogsProviderProps = {
  group: Group;
  account: string;
  /** Shows a profile in place; returns false if it belongs in a dialog. */
  onProfile?: (username: string) => boolean;
  onWhisper?: (username: string) => void;
  /** Called after the user left or deleted the room. */
  onGone: () => void;
  children: ReactNode;
};

const openDialog = lazyComponent(() => import('./open-dialog.tsx'));

/** Provides the dialogs of a room. Their code is loaded with the first one that is opened. */
export function RoomDialogsProvider(props: RoomDialogsProviderProps) {
  const { group, account, onGone, children } = props;
  const [dialog, setDialog] = useState<RoomDialog>();
  // A menu is closed after its choice has opened a dialog.
  const close = () => setDialog((now) => (now === dialog ? undefined : now));
  const latest = useRef(props);
  useEffect(() => {
    latest.current = props;
  });
  const dialogs = useMemo((): RoomDialogs => {
    return {
      openProfile(username) {
        if (!latest.current.onProfile?.(username)) setDialog({ kind: 'profile', username });
      },
      openReport: (target) => setDialog({ kind: 'report', ...target }),
      openManage: (target) => setDialog({ kind: 'manage', ...(target && { target }) }),
      openMemberMenu: (username, anchor) => setDialog({ kind: 'member_menu', username, anchor }),
      openGift: (username) => setDialog({ kind: 'gift', ...(username !== undefined && { username }) }),
      whisperTo(username) {
        setDialog(undefined);
        latest.current.onWhisper?.(username);
      },
      ask: (kind) => setDialog({ kind }),
    };
  }, []);
  return (
    <RoomDialogsContext value={dialogs}>
      {children}
      {dialog && (
        <LazyComponent component={openDialog} onFailed={close}>
          {({ OpenDialog }) => (
            <OpenDialog dialog={dialog} group={group} account={account} onClose={close} onGone={onGone} />
          )}
        </LazyComponent>
      )}
    </RoomDialogsContext>
  );
}
