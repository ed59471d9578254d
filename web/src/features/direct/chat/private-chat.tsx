import { Trans, useLingui } from '@lingui/react/macro';
import { displayedName } from '@adda/contract/accounts';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useSearch } from '@tanstack/react-router';
import { MessageCircle, Trash2 } from 'lucide-react';
import { ApiError } from '../../../platform/api-error.ts';
import { useEffect, useRef, useState } from 'react';
import { lazyComponent, LazyComponent } from '../../../ui/lazy-component.tsx';
import { isFocusLost } from '../../../ui/lost-focus.ts';
import { tryAgain } from '../../../ui/try-again.tsx';
import { useIsDesktop } from '../../../ui/use-media-query.ts';
import { EmptyState } from '../../../ui/view-states.tsx';
import {
  ChatView,
  Composer,
  messagesOf,
  rescueFocus,
  useMessageActions,
  type ChatMessage,
  type ComposerProps,
  type Conversation,
  type DraftState,
  type MessageAction,
} from '../../messages/index.ts';
import { betweenStrangers } from '../requests/between-strangers.ts';
import type { SendGuard } from '../requests/stranger-parts.tsx';
import { deleteOne } from './private-conversation.ts';
import type { PrivateSession } from './private-session.ts';

const tools = {
  imageDialog: lazyComponent(() => import('./add-image-dialog.tsx')),
  hasVideo: false,
};

const strangerParts = lazyComponent(() => import('../requests/stranger-parts.tsx'));

type PrivateComposerProps = ComposerProps & Pick<PrivateChatProps, 'conversation' | 'username' | 'account'>;

type InputFocus = Pick<ComposerProps, 'input'> & { hasInput: boolean; isAsked: boolean };

/**
 * When the input takes the place of a bar, it takes its focus too: after a press on the bar, and on a desktop also when the
 * bar went by itself. On phones that would open the keyboard.
 */
function useFocusAfterBar({ input, hasInput, isAsked }: InputFocus): void {
  const isDesktop = useIsDesktop();
  const before = useRef({ hasInput, isAsked });
  useEffect(() => {
    const { hasInput: hadInput, isAsked: wasAsked } = before.current;
    before.current = { hasInput, isAsked };
    if (hasInput && !hadInput && (wasAsked || isDesktop) && isFocusLost()) input.current?.focus();
  }, [input, hasInput, isAsked, isDesktop]);
}

/** The message input of a private chat (PC-14, PC-23), and what stands above it or in its place between strangers (MR-01). */
function PrivateComposer({ conversation, username, account, ...given }: PrivateComposerProps) {
  const { t } = useLingui();
  const name = displayedName(username);
  const [isAnswering, setAnswering] = useState(false);
  const guardRef = useRef<SendGuard>(undefined);
  const { isRequest, textsLeft } = betweenStrangers(useQuery(messagesOf(conversation)).data, account);
  const isAsked = isRequest && !isAnswering;
  const hasInput = !isAsked && (textsLeft !== 0 || given.mode?.kind === 'edit');
  const { onSend, input } = given;
  useFocusAfterBar({ input, hasInput, isAsked });
  const guarded: ComposerProps['onSend'] =
    onSend && ((draft) => (guardRef.current ? guardRef.current(draft, onSend) : t`One moment…`));
  return (
    <>
      {(isAsked || textsLeft !== null) && (
        <LazyComponent component={strangerParts} failed={tryAgain}>
          {({ RequestBar, FirstTexts }) =>
            isAsked ? (
              <RequestBar {...{ conversation, username }} onAnswer={() => setAnswering(true)} />
            ) : (
              <FirstTexts {...given} {...{ name, guardRef, hasInput }} textsLeft={textsLeft ?? 0} />
            )
          }
        </LazyComponent>
      )}
      {hasInput && (
        <Composer
          {...given}
          onSend={textsLeft === null || given.mode?.kind === 'edit' ? onSend : guarded}
          tools={textsLeft === null ? tools : { ...tools, refusal: t`You can send this after they answer` }}
          needsConnection
          placeholder={t`Message ${name}`}
        />
      )}
    </>
  );
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
      renderComposer={(given) => <PrivateComposer {...given} {...{ conversation, username, account }} />}
    />
  );
}
