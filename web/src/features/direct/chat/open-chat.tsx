import { t } from '@lingui/core/macro';
import { useQuery, useQueryClient, type QueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useCallback, useEffect, useState } from 'react';
import { ApiError } from '../../../platform/api-error.ts';
import { openChatUser } from '../../../platform/open-chat.ts';
import { lazyComponent, LazyComponent } from '../../../ui/lazy-component.tsx';
import { useKeepFocusOnPage } from '../../../ui/lost-focus.ts';
import { ChatSkeleton, ListSkeleton } from '../../../ui/skeletons.tsx';
import { toast } from '../../../ui/toast-store.ts';
import { ErrorState } from '../../../ui/view-states.tsx';
import { messagesOf, useChatSession, useDraft } from '../../messages/index.ts';
import { PrivateChat } from './private-chat.tsx';
import { deleteAll, privateConversation } from './private-conversation.ts';
import { PrivateHeader, type PrivateChatContent } from './private-header.tsx';
import type { PrivateSessionOptions } from './private-session.ts';
import type { PrivateDialog } from './private-dialogs.tsx';
import { invalidatePeople } from '../../../platform/people-queries.ts';
import { blockCheck } from '../../relations/index.ts';

const blocked = lazyComponent(() => import('./blocked.tsx'));
const profile = lazyComponent(() => import('./profile-view.tsx'));
const dialogs = lazyComponent(() => import('./private-dialogs.tsx'));
const notLoaded = (retry: () => void) => <ErrorState onRetry={retry} />;

const how = { replace: true, ignoreBlocker: true } as const;

/** Whether there is a block between the two users, in either direction (PC-08), and the handler for changes. */
function useBlocked(username: string) {
  const client = useQueryClient();
  const { data } = useQuery(blockCheck(username));
  const onBlocked = useCallback(
    (isBlocked: boolean) => {
      const { queryKey } = blockCheck(username);
      client.setQueryData(queryKey, (held) => ({
        is_blocked: isBlocked,
        blocked_by_me: isBlocked && (held?.blocked_by_me ?? false),
      }));
      // The server knows who blocked, and which data the two users may see of each other.
      void invalidatePeople(client);
    },
    [client, username],
  );
  return { isBlocked: data?.is_blocked ?? false, onBlocked };
}

type Callbacks = Pick<PrivateSessionOptions, 'onBlocked' | 'onRenamed' | 'onGone' | 'onReturned'>;

/** The chat's session and draft, and the redirect when the other user does not exist. */
function useOpenChat(username: string, account: string) {
  const navigate = useNavigate();
  const [conversation] = useState(() => privateConversation(username, account));
  const draftState = useDraft(account, conversation.id);
  const { isBlocked, onBlocked } = useBlocked(username);
  const onGone = useCallback(
    (text: string) => {
      openChatUser.clear();
      toast.problem(text);
      void navigate({ to: '/v1', ...how });
    },
    [navigate],
  );
  const onRenamed = (name: string) =>
    void navigate({ to: '/v1/chat/$username', params: { username: name }, ...how });
  const { onReturned } = draftState;
  const load = useCallback(
    async (client: QueryClient, callbacks: { current: Callbacks }) => {
      const { openPrivateSession } = await import('./private-session.ts');
      return () =>
        openPrivateSession({
          client,
          conversation,
          username,
          account,
          onBlocked: (isNow) => callbacks.current.onBlocked(isNow),
          onRenamed: (name) => callbacks.current.onRenamed(name),
          onGone: (text) => callbacks.current.onGone(text),
          onReturned: (draft) => callbacks.current.onReturned(draft),
        });
    },
    [conversation, username, account],
  );
  const session = useChatSession(load, { onBlocked, onRenamed, onGone, onReturned });
  // The response to the history request can show the same refusal as the connection, and may arrive first.
  const { error } = useQuery({ ...messagesOf(conversation), enabled: !isBlocked });
  const code = error instanceof ApiError ? error.code : '';
  useEffect(() => {
    if (code === 'blocked_by_user') onBlocked(true);
    if (code === 'user_not_found') onGone(t`User not found`);
  }, [code, onBlocked, onGone]);
  return { conversation, draftState, session, isBlocked };
}

/** A chat with an existing user, or the blocked state instead of its content (PC-09). */
export function OpenChat({ username, account }: { username: string; account: string }) {
  const chat = useOpenChat(username, account);
  const { conversation, session, isBlocked } = chat;
  const [part, setPart] = useState<PrivateChatContent>('chat');
  const [dialog, setDialog] = useState<PrivateDialog>();
  useKeepFocusOnPage();
  useEffect(() => openChatUser.set(username), [username]);
  const of = { client: useQueryClient(), conversation, username, account };
  const close = () => setDialog(undefined);
  return (
    <div className="flex min-h-0 grow flex-col">
      <PrivateHeader
        username={username}
        session={session}
        part={part}
        onPart={setPart}
        onReportOrBlock={() => setDialog({ kind: 'report_or_block' })}
        onMute={isBlocked ? undefined : () => setDialog({ kind: 'mute' })}
        onDeleteAll={isBlocked ? undefined : () => void deleteAll(of)}
      />
      <div className="min-h-0 grow overflow-y-auto">
        {part === 'profile' && !isBlocked && (
          <LazyComponent component={profile} fallback={<ListSkeleton rows={2} />} failed={notLoaded}>
            {({ ProfileView }) => <ProfileView username={username} />}
          </LazyComponent>
        )}
        {isBlocked && (
          <LazyComponent component={blocked} fallback={<ChatSkeleton />} failed={notLoaded}>
            {({ Blocked }) => <Blocked username={username} />}
          </LazyComponent>
        )}
        {part === 'chat' && !isBlocked && (
          <PrivateChat
            conversation={conversation}
            username={username}
            account={account}
            session={session}
            draftState={chat.draftState}
            onProfile={() => setPart('profile')}
            onReport={(messageId, ...alsoMessageIds) =>
              setDialog({ kind: 'report', messageId, alsoMessageIds })
            }
          />
        )}
      </div>
      {dialog && (
        <LazyComponent component={dialogs} onFailed={close}>
          {({ PrivateDialogs }) => (
            <PrivateDialogs dialog={dialog} username={username} onChange={setDialog} />
          )}
        </LazyComponent>
      )}
    </div>
  );
}
