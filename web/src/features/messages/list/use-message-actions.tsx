import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useMemo, useRef, useState, type ReactNode } from 'react';
import { displayedName } from '@adda/contract/accounts';
import { useLingui } from '@lingui/react/macro';
import { SmilePlus } from 'lucide-react';
import { LazyComponent } from '../../../ui/lazy-component.tsx';
import { prefetchedComponents } from '../prefetch.ts';
import { freshImageLink } from '../history/message-history.ts';
import type { MessageAction, MessageActions } from './message-actions.ts';
import type { OpenActionProps, OpenMessageAction } from './open-action.tsx';

/** The conversation and the actions that its messages offer. */
export type MessageActionsInput = Omit<OpenActionProps, 'action' | 'onChange'> &
  Pick<MessageActions, 'onProfile' | 'buttonsOf' | 'coversOwnImages'>;

/** The actions on messages of a conversation, and the open menu or dialog. */
export function useMessageActions(input: MessageActionsInput): { actions: MessageActions; open: ReactNode } {
  const { conversation, mayReact = true, coversOwnImages } = input;
  const { t } = useLingui();
  const client = useQueryClient();
  const [action, setAction] = useState<OpenMessageAction>();
  const menuOf = action?.kind === 'menu' ? action.message._id : undefined;
  const latest = useRef(input);
  useEffect(() => {
    latest.current = input;
  });
  const actions = useMemo(
    (): MessageActions => ({
      menuOf,
      coversOwnImages,
      onProfile: (username) => latest.current.onProfile(username),
      onOpenImage: (picture) => setAction({ kind: 'picture', picture }),
      onRefreshImage: (id) => freshImageLink(client, conversation, id),
      onMenu: (message, anchor) => setAction({ kind: 'menu', message, anchor }),
      conversation,
      mayReact,
      onWho: ({ _id: messageId }, emoji) => setAction({ kind: 'who', messageId, emoji }),
      buttonsOf(message) {
        const name = displayedName(message.sender);
        const reactButton: MessageAction = {
          id: 'react',
          label: t`React`,
          name: t`React to the message from ${name}`,
          icon: <SmilePlus aria-hidden="true" className="size-5" />,
          needsPointer: true,
          run: (anchor) => setAction({ kind: 'react', message, anchor }),
        };
        return [...(mayReact ? [reactButton] : []), ...(latest.current.buttonsOf?.(message) ?? [])];
      },
    }),
    [client, conversation, mayReact, coversOwnImages, menuOf, t],
  );
  const open = action && (
    <LazyComponent component={prefetchedComponents.openAction} onFailed={() => setAction(undefined)}>
      {({ OpenAction }) => <OpenAction {...input} action={action} onChange={setAction} />}
    </LazyComponent>
  );
  return { actions, open };
}
