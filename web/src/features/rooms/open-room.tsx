import { Trans, useLingui } from '@lingui/react/macro';
import type { Group } from '@adda/contract/rooms';
import { useNavigate } from '@tanstack/react-router';
import { lazy, Suspense, useCallback, useEffect, useRef, useState } from 'react';
import { Drawer } from '../../ui/drawer.tsx';
import { ChatSkeleton, ListSkeleton } from '../../ui/skeletons.tsx';
import { Tabs } from '../../ui/tabs.tsx';
import { toast } from '../../ui/toast-store.ts';
import { useIsDesktop } from '../../ui/use-media-query.ts';
import { useDraft } from './composer.tsx';
import { ConnectionWords, useConnectionToasts } from './connection-words.tsx';
import { LeaveRoom } from './leave-room.tsx';
import { RoomChat } from './room-chat.tsx';
import { RoomHeader, RoomMenu } from './room-header.tsx';
import type { RoomSession } from './room-session.ts';
import { useConnectionState, useRoomSession } from './use-room-session.ts';

// Not needed for talking: these come after the messages.
const loadMembers = () => import('./members-list.tsx');
const MembersList = lazy(() => loadMembers().then((file) => ({ default: file.MembersList })));
const MembersRail = lazy(() => loadMembers().then((file) => ({ default: file.MembersRail })));
const RoomInfo = lazy(() => import('./room-info.tsx').then((file) => ({ default: file.RoomInfo })));

/** What the room shows (GC-05). */
type RoomTab = 'chat' | 'group_info';

function StateOf({ session }: { session: RoomSession }) {
  return <ConnectionWords state={useConnectionState(session)} />;
}

/** The input's text, and taking back into it what could not be sent. */
function useReturnableDraft(account: string, groupId: string) {
  const [text, setText] = useDraft(account, groupId);
  const latest = useRef(text);
  useEffect(() => {
    latest.current = text;
  }, [text]);
  const onReturned = useCallback(
    (content: string): boolean => {
      if (latest.current !== '') return false;
      latest.current = content;
      setText(content);
      return true;
    },
    [setText],
  );
  return { text, setText, onReturned };
}

/** Who is in the room: beside the chat on wide screens, in a drawer elsewhere. */
function People(props: {
  groupId: string;
  account: string;
  isShown: boolean;
  onShow: (isShown: boolean) => void;
}) {
  const { groupId, account, isShown, onShow } = props;
  if (useIsDesktop()) {
    return (
      <Suspense fallback={<div className="w-14 shrink-0 border-s border-line bg-surface" />}>
        <MembersRail
          groupId={groupId}
          account={account}
          isExpanded={isShown}
          onToggle={() => onShow(!isShown)}
        />
      </Suspense>
    );
  }
  return (
    <Drawer isOpen={isShown} onClose={() => onShow(false)} title={<Trans>Members</Trans>}>
      <Suspense fallback={<ListSkeleton />}>
        <MembersList groupId={groupId} account={account} />
      </Suspense>
    </Drawer>
  );
}

/** A room that the person is in. */
export function OpenRoom({ group, account }: { group: Group; account: string }) {
  const { group_id: groupId } = group;
  const { t } = useLingui();
  const navigate = useNavigate();
  const [tab, setTab] = useState<RoomTab>('chat');
  const [areMembersShown, showMembers] = useState(false);
  const [isLeaving, setLeaving] = useState(false);
  const { text, setText, onReturned } = useReturnableDraft(account, groupId);
  const leaveScreen = () => void navigate({ to: '/v1', replace: true, ignoreBlocker: true });
  const onClosed = (sentence: string) => {
    toast.show(sentence);
    leaveScreen();
  };
  const session = useRoomSession({ groupId, account, onReturned, onClosed });
  useConnectionToasts(session);
  const onLeave = group.creator === account ? undefined : () => setLeaving(true);

  const chat = () =>
    session ? (
      <RoomChat groupId={groupId} account={account} session={session} text={text} onText={setText} />
    ) : (
      <ChatSkeleton />
    );
  const info = () => (
    <Suspense fallback={<ListSkeleton />}>
      <RoomInfo group={group} account={account} onLeave={onLeave} />
    </Suspense>
  );
  return (
    <div className="flex min-h-0 grow">
      <div className="flex min-h-0 min-w-0 grow flex-col">
        <RoomHeader
          group={group}
          line={session && <StateOf session={session} />}
          actions={
            <RoomMenu
              onInfo={() => setTab('group_info')}
              onMembers={() => showMembers(!areMembersShown)}
              onLeave={onLeave}
            />
          }
        />
        <Tabs<RoomTab>
          label={t`Room`}
          value={tab}
          onChange={setTab}
          className="grow [&>[role=tablist]]:mx-3 [&>[role=tablist]]:mt-2 [&>[role=tablist]]:mb-1"
          items={[
            { id: 'chat', label: <Trans>Chat</Trans>, content: chat },
            { id: 'group_info', label: <Trans>Group Info</Trans>, content: info },
          ]}
        />
      </div>
      <People groupId={groupId} account={account} isShown={areMembersShown} onShow={showMembers} />
      <LeaveRoom group={group} isOpen={isLeaving} onCancel={() => setLeaving(false)} onLeft={leaveScreen} />
    </div>
  );
}
