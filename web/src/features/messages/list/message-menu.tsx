import { t } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import { displayedName } from '@adda/contract/accounts';
import {
  Copy,
  Flag,
  Forward,
  Link,
  ListChecks,
  Pencil,
  Reply,
  SmilePlus,
  Trash2,
  User,
  Users,
} from 'lucide-react';
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

/** Answers a message (RY-04). */
const replyAction = (run: () => void): MessageAction => ({
  id: 'reply',
  label: t`Reply`,
  icon: <Reply className={`${icon} rtl:-scale-x-100`} />,
  run,
});

/** Changes the text of an own message (ED-01). */
const editAction = (run: () => void): MessageAction => ({
  id: 'edit',
  label: t`Edit`,
  icon: <Pencil className={icon} />,
  run,
});

/** Lists who reacted to a message. */
const whoAction = (run: () => void): MessageAction => ({
  id: 'who',
  label: t`Who reacted`,
  icon: <Users className={icon} />,
  run,
});

/** Opens the choice of places for a message (FT-06). */
const forwardAction = (run: () => void): MessageAction => ({
  id: 'forward',
  label: t`Forward`,
  icon: <Forward className={`${icon} rtl:-scale-x-100`} />,
  run,
});

/** Begins to select messages (FT-07). */
const selectAction = (run: () => void): MessageAction => ({
  id: 'select',
  label: t`Select`,
  icon: <ListChecks className={icon} />,
  run,
});

/** Whether a message can be forwarded: no whisper, no notice, and nothing that is not stored yet (FT-06). */
export const mayBeForwarded = ({
  is_private: isWhisper,
  is_admin: isNotice,
  is_private_notification: isOwnNotice,
  is_deleted: isDeleted,
}: ChatMessage): boolean => !isWhisper && !isNotice && !isOwnNotice && !isDeleted;

const copy = (text: string): void =>
  void navigator.clipboard.writeText(text).then(
    () => toast.success(t`Copied`),
    () => toast.problem(t`This browser did not let us copy.`),
  );

/** Copies the text of a message (FT-07). */
const copyAction = (content: string): MessageAction => ({
  id: 'copy',
  label: t`Copy text`,
  icon: <Copy className={icon} />,
  run: () => copy(content),
});

/** Copies the address of a message (FT-07). */
const linkAction = (link: string): MessageAction => ({
  id: 'copy-link',
  label: t`Copy link`,
  icon: <Link className={icon} />,
  run: () => copy(link),
});

const menuEntries = (onDelete: ActionsInput['onDelete']): MenuEntries => ({
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

/** What decides which actions a message offers, and what they open. */
export type ActionsInput = {
  message: ChatMessage;
  listEntries: ListMenuEntries;
  /** Opens the emoji to react with; undefined for a user who only reads. */
  onReact: (() => void) | undefined;
  /** Undefined for a user who only reads. */
  onReply: (() => void) | undefined;
  /** Undefined for a message that this user cannot change. */
  onEdit: (() => void) | undefined;
  /** Undefined for a message that this user cannot forward. */
  onForward: (() => void) | undefined;
  onSelect: () => void;
  /** The address of the message, if it has one. */
  link: string | undefined;
  onWho: () => void;
  /** Asks for confirmation before the message is deleted. */
  onDelete: (description: ReactNode) => void;
};

/** The actions that a message offers, in the order of its menu. */
export function listActions(input: ActionsInput) {
  const { message, onReact, onReply, onEdit, onForward, onSelect, link, onWho, onDelete, listEntries } =
    input;
  return [
    ...(onReact ? [reactAction(onReact)] : []),
    ...(onReply ? [replyAction(onReply)] : []),
    ...(onEdit ? [editAction(onEdit)] : []),
    ...(onForward ? [forwardAction(onForward)] : []),
    ...(message.content === '' ? [] : [copyAction(message.content)]),
    ...(link === undefined ? [] : [linkAction(link)]),
    selectAction(onSelect),
    ...(message.reactions?.length ? [whoAction(onWho)] : []),
    ...listEntries(message, menuEntries(onDelete)),
  ];
}

export type MessageMenuProps = {
  message: ChatMessage;
  /** The button or the row that it opens at; it regains the focus. */
  anchor: HTMLElement;
  actions: readonly MessageAction[];
  onClose: () => void;
};

/** The menu of a message. */
export function MessageMenu({ message, anchor, actions, onClose }: MessageMenuProps) {
  const { t: text } = useLingui();
  const name = displayedName(message.sender);
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
