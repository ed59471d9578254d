import { Trans, useLingui } from '@lingui/react/macro';
import { displayedName } from '@adda/contract/accounts';
import { useQueryClient } from '@tanstack/react-query';
import { useSearch } from '@tanstack/react-router';
import { MessageCircle, Trash2 } from 'lucide-react';
import { ApiError } from '../../../platform/api-error.ts';
import { lazyComponent } from '../../../ui/lazy-component.tsx';
import { EmptyState } from '../../../ui/view-states.tsx';
import {
  ChatView,
  Composer,
  rescueFocus,
  useMessageActions,
  type ChatMessage,
  type ComposerProps,
  type Conversation,
  type DraftState,
  type MessageAction,
} from '../../messages/index.ts';
import { deleteOne } from './private-conversation.ts';
import type { PrivateSession } from './private-session.ts';

const tools = {
  imageDialog: lazyComponent(() => import('./add-image-dialog.tsx')),
  hasVideo: false,
};

/** The message input of a private chat (PC-14, PC-23). */
function PrivateComposer({ username, ...given }: ComposerProps & { username: string }) {
  const { t } = useLingui();
  const name = displayedName(username);
  return <Composer {...given} tools={tools} needsConnection placeholder={t`Message ${name}`} />;
}

/** Error codes that redirect or show the blocked state immediately, without an error text (PC-08, PC-28). */
const isHandledElsewhere = (error: Error): boolean =>
  error instanceof ApiError && ['blocked_by_user', 'user_not_found'].includes(error.code);

/** The error text of the history (PC-43). */
function historyProblem(error: Error) {
  if (isHandledElsewhere(error)) return null;
  const reason = error instanceof ApiError ? error.detail : '';
  return reason === '' ? (
    <Trans>Error fetching messages: Unknown error</Trans>
  ) : (
    <Trans>Error fetching messages: {reason}</Trans>
  );
}

export type PrivateChatProps = {
  /** Must be the same object while the chat is on screen. */
  conversation: Conversation;
  username: string;
  account: string;
  session: PrivateSession | undefined;
  draftState: DraftState;
  onProfile: () => void;
  /** Opens the report form for messages of the other user. */
  onReport: (messageId: string, ...others: string[]) => void;
};

/** An open private chat: messages, typing state and the input. */
export function PrivateChat(props: PrivateChatProps) {
  const { conversation, username, account, session, draftState } = props;
  const { t } = useLingui();
  const name = displayedName(username);
  const { m: linked } = useSearch({ strict: false });
  const of = { client: useQueryClient(), conversation, username, account };
  const deleteButton = (message: ChatMessage): MessageAction => {
    const sender = displayedName(message.sender);
    return {
      id: 'delete',
      label: t`Delete`,
      name: t`Delete the message from ${sender}`,
      icon: <Trash2 aria-hidden="true" className="size-4.5" />,
      run(button) {
        const area = button.closest<HTMLElement>('[role="region"]');
        void deleteOne(of, message).finally(() => rescueFocus(area));
      },
    };
  };
  const { actions, open } = useMessageActions({
    conversation,
    account,
    session,
    onProfile: props.onProfile,
    onReportAll: (_sender, [first = '', ...others]) => props.onReport(first, ...others),
    coversOwnImages: true,
    listEntries: ({ sender, _id: id }, entries) =>
      sender === account ? [] : [entries.profile(props.onProfile), entries.report(() => props.onReport(id))],
    buttonsOf: (message) => [deleteButton(message)],
  });
  return (
    <ChatView
      conversation={conversation}
      account={account}
      session={session}
      draftState={draftState}
      actions={actions}
      open={open}
      notConnected={<Trans>You're not connected. Nothing can be sent until you are.</Trans>}
      empty={
        <EmptyState
          icon={<MessageCircle className="size-7" />}
          title={<Trans>Nothing said yet</Trans>}
          text={<Trans>Say hello to {name}!</Trans>}
        />
      }
      linked={linked}
      olderLabel={<Trans>Load Older Messages</Trans>}
      onFailed={historyProblem}
      onEmptied={(message) => void deleteOne(of, message)}
      renderComposer={(given) => <PrivateComposer {...given} username={username} />}
    />
  );
}
