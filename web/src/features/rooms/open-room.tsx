import { Trans, useLingui } from '@lingui/react/macro';
import type { Group } from '@adda/contract/rooms';
import { useQueryClient, type QueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useCallback, useState } from 'react';
import { useKeepFocusOnPage } from '../../ui/lost-focus.ts';
import { Tabs } from '../../ui/tabs.tsx';
import { toast } from '../../ui/toast-store.ts';
import { useFitsThree, useIsDesktop } from '../../ui/use-media-query.ts';
import { RoomChat } from './messages/room-chat.tsx';
import { RoomDialogsProvider } from './room-dialogs-provider.tsx';
import { RoomHeader } from './room-header.tsx';
import { LazyHeaderEdit, LazyMembers, LazyProfile, LazyRoomInfo, LazyRoomMenu } from './room-lazy.tsx';
import { may } from './room-rights.ts';
import type { RoomSession, RoomSessionOptions } from './room-session.ts';
import { startWhisper, whisperName } from './composer/start-whisper.ts';
import { useChatSession, useConnectionState, useDraft, type ChatConnectionState } from '../messages/index.ts';
import { classNames } from '../../ui/class-names.ts';
import { VisuallyHidden } from '../../ui/visually-hidden.tsx';

/** The views of a room (GC-04, GC-05). */
type RoomTab = 'chat' | 'group_info' | 'profile';

/**
 * A connection's state as a dot, named for screen readers (GC-06, GC-42). What is wrong is said in one line above the messages
 * (HM-09).
 */
export function ConnectionLabel({ state }: { state: ChatConnectionState | undefined }) {
  return (
    <span className="inline-flex">
      <span
        aria-hidden="true"
        className={classNames(
          'size-2.5 rounded-full',
          state === 'connected' && 'bg-teal',
          state === 'reconnecting' && 'animate-pulse border-2 border-marigold motion-reduce:animate-none',
          state === 'disconnected' && 'border-2 border-danger',
        )}
      />
      <VisuallyHidden>
        {state === 'connected' && <Trans>Connected</Trans>}
        {state === 'reconnecting' && <Trans>Connecting...</Trans>}
        {state === 'disconnected' && <Trans>Disconnected</Trans>}
      </VisuallyHidden>
    </span>
  );
}

function StateOf({ session }: { session: RoomSession }) {
  return <ConnectionLabel state={useConnectionState(session)} />;
}

/** The room's session and draft; the user returns to the room list when it closes (GC-38). */
function useOpenRoom({ group_id: groupId, is_member: isMember }: Group, account: string) {
  const navigate = useNavigate();
  const draftState = useDraft(account, groupId);
  const leaveScreen = () => void navigate({ to: '/v1', replace: true, ignoreBlocker: true });
  const onClosed = (sentence: string) => {
    toast.show(sentence);
    leaveScreen();
  };
  const load = useCallback(
    async (
      client: QueryClient,
      callbacks: { current: Pick<RoomSessionOptions, 'onClosed' | 'onReturned'> },
    ) => {
      const { openRoomSession } = await import('./room-session.ts');
      return () =>
        openRoomSession({
          client,
          groupId,
          account,
          onClosed: (text) => callbacks.current.onClosed(text),
          onReturned: (draft) => callbacks.current.onReturned(draft),
        });
    },
    [groupId, account],
  );
  // Only members connect; a global admin who is not a member reads without a connection (SV-101, Q-36).
  const session = useChatSession(isMember ? load : undefined, {
    onClosed,
    onReturned: draftState.onReturned,
  });
  useKeepFocusOnPage();
  return { draftState, session, leaveScreen };
}

/** Storage key of whether the user closed the members beside a room last. */
const MEMBERS_CLOSED = 'membersClosed';

/** Whether a room opens with its members beside it: where they fit, unless the user closed them last (HM-03). */
export const opensWithMembers = (fitsThree: boolean): boolean =>
  fitsThree && localStorage.getItem(MEMBERS_CLOSED) === null;

/** The open tab, the profile opened last, and whether the members are shown: at first where they fit beside the chat (HM-03). */
function usePlaces(account: string) {
  const [tab, setTab] = useState<RoomTab>('chat');
  const [shown, setShown] = useState(account);
  const fitsThree = useFitsThree();
  const [areMembersShown, setMembersShown] = useState(() => opensWithMembers(fitsThree));
  const showMembers = (isShown: boolean) => {
    setMembersShown(isShown);
    if (!fitsThree) return;
    if (isShown) localStorage.removeItem(MEMBERS_CLOSED);
    else localStorage.setItem(MEMBERS_CLOSED, '');
  };
  const onProfile = (username: string): boolean => {
    setShown(username);
    return tab === 'profile';
  };
  return { tab, setTab, shown, setShown, areMembersShown, showMembers, onProfile };
}

/** A room in which the user is a member, or which they read as a global admin (AU-38, Q-36). */
export function OpenRoom({ group, account }: { group: Group; account: string }) {
  const { t } = useLingui();
  const isDesktop = useIsDesktop();
  const client = useQueryClient();
  const { draftState, session, leaveScreen } = useOpenRoom(group, account);
  const places = usePlaces(account);
  const { tab, setTab, areMembersShown, showMembers } = places;
  const [isEditing, setEditing] = useState(false);
  const people = { group, account, typingUsers: session?.typingUsers };
  const onWhisper = (username: string) => {
    if (!isDesktop) showMembers(false);
    setTab('chat');
    const name = whisperName(client, group.group_id, username);
    draftState.setDraft((draft) => ({ ...draft, audience: 'whisper' }));
    draftState.rewrite((text) => startWhisper(text, name));
  };

  const chat = () => <RoomChat group={group} account={account} session={session} draftState={draftState} />;
  const info = () => <LazyRoomInfo {...people} />;
  const profile = () => (
    <LazyProfile
      group={group}
      account={account}
      username={places.shown}
      onOwn={() => places.setShown(account)}
      onChoose={() => showMembers(true)}
    />
  );
  const header = (
    <RoomHeader
      group={group}
      line={session && <StateOf session={session} />}
      onEdit={may(group, 'change_settings') ? () => setEditing(true) : undefined}
      actions={
        <LazyRoomMenu
          group={group}
          onInfo={() => setTab('group_info')}
          onMembers={() => showMembers(true)}
          onChat={() => setTab('chat')}
        />
      }
    />
  );
  const endEdit = () => {
    setEditing(false);
    // The button is there again after this.
    setTimeout(() => document.querySelector<HTMLElement>('[data-edit-room]')?.focus());
  };
  return (
    <RoomDialogsProvider
      group={group}
      account={account}
      onProfile={places.onProfile}
      onWhisper={onWhisper}
      onGone={leaveScreen}
    >
      <div className="flex min-h-0 grow">
        <div className="flex min-h-0 min-w-0 grow flex-col">
          {isEditing ? <LazyHeaderEdit group={group} header={header} onClose={endEdit} /> : header}
          <Tabs<RoomTab>
            label={t`Group`}
            value={tab}
            onChange={setTab}
            className="grow [&>[role=tablist]]:mx-3 [&>[role=tablist]]:mt-2 [&>[role=tablist]]:mb-1"
            items={[
              { id: 'chat', label: <Trans>Chat</Trans>, content: chat },
              { id: 'group_info', label: <Trans>Group Info</Trans>, content: info },
              { id: 'profile', label: <Trans>Profile</Trans>, content: profile },
            ]}
          />
        </div>
        <LazyMembers
          {...people}
          isShown={areMembersShown}
          onShow={showMembers}
          closesOnChoice={tab === 'profile'}
        />
      </div>
    </RoomDialogsProvider>
  );
}
