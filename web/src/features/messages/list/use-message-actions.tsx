import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useMemo, useRef, useState, type ReactNode } from 'react';
import { displayedName } from '@adda/contract/accounts';
import { t } from '@lingui/core/macro';
import { Reply, SmilePlus } from 'lucide-react';
import { LazyComponent } from '../../../ui/lazy-component.tsx';
import { prefetchedComponents } from '../prefetch.ts';
import type { ChatMessage } from '../history/conversation.ts';
import type { ChatSession } from '../chat/chat-session.ts';
import type { ComposerCalls, MessageAction, MessageActions } from './message-actions.ts';
import type { OpenActionProps } from './open-action.tsx';
import type { OpenMessageAction } from './open-message-action.ts';

/** The conversation and the actions that its messages offer. */
export type MessageActionsInput = Omit<
  OpenActionProps,
  'action' | 'onChange' | keyof ComposerCalls | 'onReact'
> &
  Pick<MessageActions, 'onProfile' | 'buttonsOf' | 'coversOwnImages'> & {
    /** Undefined while the session opens; reactions then wait. */
    session: Pick<ChatSession, 'react'> | undefined;
  };

/** Reacts through the session; what is pressed before it is open waits for it. */
function useReact(session: MessageActionsInput['session']): MessageActions['onReact'] {
  const open = useRef(session);
  const [early] = useState<Parameters<ChatSession['react']>[]>(() => []);
  useEffect(() => {
    open.current = session;
    for (const reaction of session ? early.splice(0) : []) session?.react(...reaction);
  }, [session, early]);
  return useCallback(
    ({ _id: id }, emoji, on) => {
      if (open.current) open.current.react(id, emoji, on);
      else early.push([id, emoji, on]);
    },
    [early],
  );
}

/** Calls the input that is connected; nothing happens while there is none. */
function createComposerCalls(): ComposerCalls & Pick<MessageActions, 'connectComposer'> {
  let connected: ComposerCalls | undefined;
  return {
    onReply: (message) => connected?.onReply(message),
    onEdit: (message) => connected?.onEdit(message),
    connectComposer(calls) {
      connected = calls;
      return () => {
        if (connected === calls) connected = undefined;
      };
    },
  };
}

/** The buttons beside a message of a conversation in which the user may write. */
function memberButtons(
  message: ChatMessage,
  onReact: MessageAction['run'],
  onReply: ComposerCalls['onReply'],
): readonly MessageAction[] {
  const name = displayedName(message.sender);
  return [
    {
      id: 'react',
      label: t`React`,
      name: t`React to the message from ${name}`,
      icon: <SmilePlus aria-hidden="true" className="size-5" />,
      needsPointer: true,
      run: onReact,
    },
    {
      id: 'reply',
      label: t`Reply`,
      name: t`Reply to the message from ${name}`,
      icon: <Reply aria-hidden="true" className="size-5 rtl:-scale-x-100" />,
      needsPointer: true,
      run: () => onReply(message),
    },
  ];
}

/** The actions on messages of a conversation, and the open menu or dialog. */
export function useMessageActions(input: MessageActionsInput): {
  actions: MessageActions;
  open: ReactNode;
  /** Asks for confirmation before a message is deleted. */
  askDelete: (message: ChatMessage, description: ReactNode) => void;
} {
  const { conversation, mayReact = true, coversOwnImages } = input;
  const client = useQueryClient();
  const [action, setAction] = useState<OpenMessageAction>();
  const menuOf = action?.kind === 'menu' ? action.message._id : undefined;
  const selected = action?.kind === 'select' ? action.messages : undefined;
  const onReact = useReact(input.session);
  const latest = useRef(input);
  const [composer] = useState(createComposerCalls);
  useEffect(() => {
    latest.current = input;
  });
  const actions = useMemo(
    (): MessageActions => ({
      conversation,
      menuOf,
      selected,
      setOpen: setAction,
      coversOwnImages,
      onProfile: (username) => latest.current.onProfile?.(username),
      ...composer,
      onOpenImage: (picture) => setAction({ kind: 'picture', picture }),
      onRefreshImage: (id) =>
        import('../history/message-history.ts').then(
          async ({ freshMessage }) => (await freshMessage(client, conversation, id))?.image_url ?? undefined,
          () => undefined,
        ),
      onMenu: (message, anchor) => setAction({ kind: 'menu', message, anchor }),
      onSheet: (message, anchor) => setAction({ kind: 'sheet', message, anchor }),
      onRun(message, actionId, row) {
        const { openAction } = prefetchedComponents;
        const run = () =>
          openAction.code
            ?.actionsAt(message, row, { ...latest.current, ...composer, onChange: setAction })
            .find(({ id }) => id === actionId)
            ?.run(row);
        // Without its code, nothing happens, as for an action that is not offered.
        openAction.load().then(run, () => undefined);
      },
      mayReact,
      onReact,
      onWho: ({ _id: messageId }, emoji) => setAction({ kind: 'who', messageId, emoji }),
      buttonsOf(message) {
        const react = (anchor: HTMLElement) => setAction({ kind: 'react', message, anchor });
        return [
          ...(mayReact ? memberButtons(message, react, composer.onReply) : []),
          ...(latest.current.buttonsOf?.(message) ?? []),
        ];
      },
    }),
    [client, conversation, mayReact, onReact, coversOwnImages, menuOf, selected, composer],
  );
  const open = action && (
    <LazyComponent component={prefetchedComponents.openAction} onFailed={() => setAction(undefined)}>
      {({ OpenAction }) => (
        <OpenAction {...input} onReact={onReact} {...composer} action={action} onChange={setAction} />
      )}
    </LazyComponent>
  );
  const askDelete = (message: ChatMessage, description: ReactNode) =>
    setAction({ kind: 'delete', message, description, area: null });
  return { actions, open, askDelete };
}
