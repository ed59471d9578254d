import { Trans, useLingui } from '@lingui/react/macro';
import { shownName } from '@adda/contract/accounts';
import type { GroupMessage, RoomAction } from '@adda/contract/rooms';
import { Copy, Flag, LockKeyhole, Trash2, User } from 'lucide-react';
import { AnchoredMenu } from '../../../ui/anchored-menu.tsx';
import { MenuDivider, MenuItem } from '../../../ui/menu.tsx';
import { toast } from '../../../ui/toast-store.ts';
import type { RoomDialogs } from '../room-dialogs.tsx';

/** Props of {@link MessageMenu}. */
export type MessageMenuProps = {
  message: GroupMessage;
  anchor: HTMLElement;
  account: string;
  /** What the person may do in this room. */
  rights: readonly RoomAction[];
  dialogs: RoomDialogs;
  onDelete: (message: GroupMessage) => void;
  onClose: () => void;
};

const icon = 'size-4';

/** What can be done with a message. */
export function MessageMenu(props: MessageMenuProps) {
  const { message, anchor, account, rights, dialogs, onDelete, onClose } = props;
  const { t } = useLingui();
  const { sender, content, is_private: isWhisper } = message;
  const name = shownName(sender);
  const isOwn = sender === account;
  const mayDelete = (rights.includes('delete_any') && !isWhisper) || (isOwn && rights.includes('delete_own'));
  const copy = () =>
    navigator.clipboard.writeText(content).then(
      () => toast.success(t`Copied`),
      () => toast.problem(t`This browser did not let us copy.`),
    );
  return (
    <AnchoredMenu anchor={anchor} label={t`Message from ${name}`} onClose={onClose}>
      {content !== '' && (
        <MenuItem icon={<Copy className={icon} />} onSelect={() => void copy()}>
          <Trans>Copy text</Trans>
        </MenuItem>
      )}
      {!isOwn && rights.includes('send') && (
        <MenuItem icon={<LockKeyhole className={icon} />} onSelect={() => dialogs.whisperTo(sender)}>
          <Trans>Whisper to {name}</Trans>
        </MenuItem>
      )}
      <MenuItem icon={<User className={icon} />} onSelect={() => dialogs.openProfile(sender)}>
        <Trans>View profile</Trans>
      </MenuItem>
      {!isOwn && (
        <MenuItem
          icon={<Flag className={icon} />}
          onSelect={() => dialogs.openReport({ username: sender, messageId: message._id })}
        >
          <Trans>Report</Trans>
        </MenuItem>
      )}
      {mayDelete && (
        <>
          <MenuDivider />
          <MenuItem isDangerous icon={<Trash2 className={icon} />} onSelect={() => onDelete(message)}>
            <Trans>Delete</Trans>
          </MenuItem>
        </>
      )}
    </AnchoredMenu>
  );
}
