import type { Group } from '@adda/contract/rooms';
import { useEffect, useMemo, useRef, useState, type ReactNode } from 'react';
import { withOpenedTexts } from '../../platform/texts.ts';
import { lazyComponent, LazyComponent } from '../../ui/lazy-component.tsx';
import { RoomDialogsContext, type RoomDialog, type RoomDialogs } from './room-dialogs.tsx';

/** Props of {@link RoomDialogsProvider}. */
export type RoomDialogsProviderProps = {
  group: Group;
  account: string;
  /** Takes a profile over; false where it belongs into a dialog. */
  onProfile?: (username: string) => boolean;
  onWhisper?: (username: string) => void;
  onGone: () => void;
  children: ReactNode;
};

const openDialog = lazyComponent(() => withOpenedTexts(() => import('./open-dialog.tsx')));

/** A dialog for one member if told. */
const about = (kind: 'manage' | 'gift', username: string | undefined): RoomDialog =>
  username === undefined ? { kind } : { kind, username };

/** Gives everything below the dialogs of a room. Their code is fetched with the first one that is opened. */
export function RoomDialogsProvider(props: RoomDialogsProviderProps) {
  const { group, account, onGone, children } = props;
  const [dialog, setDialog] = useState<RoomDialog>();
  const close = () => setDialog(undefined);
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
      openManage: (username) => setDialog(about('manage', username)),
      openGift: (username) => setDialog(about('gift', username)),
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
