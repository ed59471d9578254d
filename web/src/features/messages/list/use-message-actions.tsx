import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useMemo, useRef, useState, type ReactNode } from 'react';
import { LazyComponent } from '../../../ui/lazy-component.tsx';
import { earlyParts } from '../early-parts.ts';
import { freshImage } from '../history/message-history.ts';
import type { MessageActions } from './message-actions.ts';
import type { OpenActionProps, OpenMessageAction } from './open-action.tsx';

/** Where the messages are and what may be done with them. `deletionText` says for whom a message goes. */
export type MessageActionsInput = Omit<OpenActionProps, 'action' | 'onChange'> & {
  onProfile: (username: string) => void;
  /** Gives each message a button of its own for deleting it; see {@link MessageActions}. */
  onDelete?: MessageActions['onDelete'];
  coversOwnImages?: MessageActions['coversOwnImages'];
};

/** What can be done from the messages of a conversation, and the menu or dialog that is open for it. */
export function useMessageActions(input: MessageActionsInput): { actions: MessageActions; open: ReactNode } {
  const { conversation, coversOwnImages } = input;
  const hasDeleteButton = input.onDelete !== undefined;
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
      onRefreshImage: (id) => freshImage(client, conversation, id),
      onMenu: (message, anchor) => setAction({ kind: 'menu', message, anchor }),
      onDelete: hasDeleteButton ? (message, button) => latest.current.onDelete?.(message, button) : undefined,
    }),
    [client, conversation, coversOwnImages, hasDeleteButton, menuOf],
  );
  const open = action && (
    <LazyComponent component={earlyParts.openAction} onFailed={() => setAction(undefined)}>
      {({ OpenAction }) => <OpenAction {...input} action={action} onChange={setAction} />}
    </LazyComponent>
  );
  return { actions, open };
}
