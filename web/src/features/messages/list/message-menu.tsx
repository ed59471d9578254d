import { t } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import { displayedName } from '@adda/contract/accounts';
import { Copy, Flag, SmilePlus, Trash2, User, Users } from 'lucide-react';
import { Fragment, type ReactNode } from 'react';
import { AnchoredMenu } from '../../../ui/anchored-menu.tsx';
import { MenuDivider, MenuItem } from '../../../ui/menu.tsx';
import { toast } from '../../../ui/toast-store.ts';
import type { ChatMessage } from '../history/conversation.ts';
import type { ListMenuEntries, MenuEntries, MessageAction } from './message-actions.ts';

const icon = 'size-4';

/** Opens the emoji to react with. */
const reactAction = (run: () => void): MessageAction => ({
  id: 'react',
  label: t`React`,
  icon: <SmilePlus className={icon} />,
  run,
});

/** Lists who reacted to a message. */
const whoAction = (run: () => void): MessageAction => ({
  id: 'who',
  label: t`Who reacted`,
  icon: <Users className={icon} />,
  run,
});

/** Copies the text of a message. */
const copyAction = (content: string): MessageAction => ({
  id: 'copy',
  label: t`Copy text`,
  icon: <Copy className={icon} />,
  run: () =>
    void navigator.clipboard.writeText(content).then(
      () => toast.success(t`Copied`),
      () => toast.problem(t`This browser did not let us copy.`),
    ),
});

const menuEntries = (onDelete: MessageMenuProps['onDelete']): MenuEntries => ({
  profile: (run) => ({ id: 'profile', label: t`View profile`, icon: <User className={icon} />, run }),
  report: (run) => ({ id: 'report', label: t`Report`, icon: <Flag className={icon} />, run }),
  delete: (description) => ({
    id: 'delete',
    label: t`Delete`,
    icon: <Trash2 className={icon} />,
    isDangerous: true,
    run: () => onDelete(description),
  }),
});

export type MessageMenuProps = {
  message: ChatMessage;
  anchor: HTMLElement;
  listEntries: ListMenuEntries;
  /** Opens the emoji to react with; undefined for a user who only reads. */
  onReact: (() => void) | undefined;
  onWho: () => void;
  /** Asks for confirmation before the message is deleted. */
  onDelete: (description: ReactNode) => void;
  onClose: () => void;
};

/** The menu of a message. */
export function MessageMenu(props: MessageMenuProps) {
  const { message, anchor, onReact, onClose } = props;
  const { t: text } = useLingui();
  const name = displayedName(message.sender);
  const actions = [
    ...(onReact ? [reactAction(onReact)] : []),
    ...(message.content === '' ? [] : [copyAction(message.content)]),
    ...(message.reactions?.length ? [whoAction(props.onWho)] : []),
    ...props.listEntries(message, menuEntries(props.onDelete)),
  ];
  return (
    <AnchoredMenu anchor={anchor} label={text`Message from ${name}`} onClose={onClose}>
      {actions.map((action) => (
        <Fragment key={action.id}>
          {action.isDangerous && <MenuDivider />}
          <MenuItem isDangerous={action.isDangerous} icon={action.icon} onSelect={() => action.run(anchor)}>
            {action.label}
          </MenuItem>
        </Fragment>
      ))}
    </AnchoredMenu>
  );
}
