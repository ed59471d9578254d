import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useMemo, useRef, useState, type ReactNode } from 'react';
import { LazyComponent } from '../../../ui/lazy-component.tsx';
import { prefetchedComponents } from '../prefetch.ts';
import { freshImageLink } from '../history/message-history.ts';
import type { MessageActions } from './message-actions.ts';
import type { OpenActionProps, OpenMessageAction } from './open-action.tsx';

/** The conversation and what its messages offer. */
export type MessageActionsInput = Omit<OpenActionProps, 'action' | 'onChange'> &
  Pick<MessageActions, 'onProfile' | 'buttonsOf' | 'coversOwnImages'>;

/** The actions on messages of a conversation, and the open menu or dialog. */
export function useMessageActions(input: MessageActionsInput): { actions: MessageActions; open: ReactNode } {
  const { conversation, coversOwnImages } = input;
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
      buttonsOf: (message) => latest.current.buttonsOf?.(message) ?? [],
    }),
    [client, conversation, coversOwnImages, menuOf],
  );
  const open = action && (
    <LazyComponent component={prefetchedComponents.openAction} onFailed={() => setAction(undefined)}>
      {({ OpenAction }) => <OpenAction {...input} action={action} onChange={setAction} />}
    </LazyComponent>
  );
  return { actions, open };
}
