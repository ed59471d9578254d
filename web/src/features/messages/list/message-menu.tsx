import { Trans, useLingui } from '@lingui/react/macro';
import { displayedName } from '@adda/contract/accounts';
import { Copy, Flag, LockKeyhole, Trash2, User } from 'lucide-react';
import { AnchoredMenu } from '../../../ui/anchored-menu.tsx';
import { MenuDivider, MenuItem } from '../../../ui/menu.tsx';
import { toast } from '../../../ui/toast-store.ts';
import type { AllowedMessageActions } from './message-actions.ts';
import type { ChatMessage } from '../history/conversation.ts';

export type MessageMenuProps = {
  message: ChatMessage;
  anchor: HTMLElement;
  /** Actions in addition to copying. */
  offer: AllowedMessageActions;
  onDelete: (message: ChatMessage) => void;
  onClose: () => void;
};

const icon = 'size-4';

/** The menu of a message. */
export function MessageMenu(props: MessageMenuProps) {
  const { message, anchor, offer, onDelete, onClose } = props;
  const { t } = useLingui();
  const { content } = message;
  const name = displayedName(message.sender);
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
      {offer.onWhisper && (
        <MenuItem icon={<LockKeyhole className={icon} />} onSelect={offer.onWhisper}>
          <Trans>Whisper to {name}</Trans>
        </MenuItem>
      )}
      {offer.onProfile && (
        <MenuItem icon={<User className={icon} />} onSelect={offer.onProfile}>
          <Trans>View profile</Trans>
        </MenuItem>
      )}
      {offer.onReport && (
        <MenuItem icon={<Flag className={icon} />} onSelect={offer.onReport}>
          <Trans>Report</Trans>
        </MenuItem>
      )}
      {offer.mayDelete && (
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
