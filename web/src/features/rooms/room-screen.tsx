import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { ApiError } from '../../platform/api-error.ts';
import { openGroupChat } from '../../platform/open-chat.ts';
import { useSession } from '../../platform/use-session.ts';
import { classNames } from '../../ui/class-names.ts';
import { InSlices } from '../../ui/in-slices.tsx';
import { lazyComponent, LazyComponent } from '../../ui/lazy-component.tsx';
import { ChatSkeleton, Skeleton } from '../../ui/skeletons.tsx';
import { useFitsThree, useIsDesktop } from '../../ui/use-media-query.ts';
import { ErrorState } from '../../ui/view-states.tsx';
import { OpenRoom, opensWithMembers } from './open-room.tsx';
import { may } from './room-rights.ts';
import { oneRoom } from './rooms.queries.ts';

const roomError = lazyComponent(() => import('./room-error.tsx'));
const joinView = lazyComponent(() => import('./outside/not-a-member.tsx'));
const notLoaded = (retry: () => void) => <ErrorState level={1} onRetry={retry} />;

/** Codes of rooms that do not exist: a retry would not help (GC-58, GC-59). */
const missing = ['invalid_group_id', 'group_not_found'];

/** The shape of an open room, so that nothing moves when it comes: with the tabs of members, and the place of the input. */
function RoomSkeleton({ isMember = true }: { isMember?: boolean }) {
  const isDesktop = useIsDesktop();
  const isPanel = opensWithMembers(useFitsThree());
  return (
    <div className="flex min-h-0 grow">
      <div className="flex min-h-0 min-w-0 grow flex-col">
        <div className="flex min-h-16 shrink-0 items-center gap-2 border-b border-line bg-surface px-2 py-2 sm:px-3">
          {!isDesktop && <span className="size-11 shrink-0" />}
          <Skeleton className="blob ms-1 size-12 shrink-0 max-[23rem]:hidden" />
          <div className="grid gap-2 ps-1">
            <Skeleton className="h-4 w-40" />
            <Skeleton className="h-3 w-24" />
          </div>
        </div>
        {isMember && <div className="mx-3 mt-2 mb-1 h-13 shrink-0 rounded-full bg-raised" />}
        <div className="mx-auto min-h-0 w-full max-w-190 grow overflow-hidden">
          <ChatSkeleton />
        </div>
        <div className="mt-6 h-15.25 shrink-0 border-t border-line bg-surface" />
      </div>
      {isDesktop && (
        <div className={classNames('shrink-0 border-s border-line bg-surface', isPanel ? 'w-72' : 'w-14')} />
      )}
    </div>
  );
}

/** A room by its id: the chat for users who may read it, the join view for all others. */
export function RoomView({ groupId, account }: { groupId: string; account: string }) {
  const client = useQueryClient();
  const query = useQuery(oneRoom(client, groupId));
  const { data: group, isPlaceholderData } = query;
  // The preview stays until the messages of the open room are there (HM-06).
  const [isJoining, setJoining] = useState(false);
  const isOpen = group?.is_member;
  // A global admin reads and moderates without joining (AU-38, Q-36).
  const mayRead = group !== undefined && (group.is_member || (!isPlaceholderData && may(group, 'read')));
  useEffect(() => {
    // Only a readable chat is restored later: not a deleted room, or one in which the user is not a member.
    if (isOpen) openGroupChat.set(groupId);
    else if (isOpen === false || query.isError) openGroupChat.clear();
  }, [isOpen, groupId, query.isError]);
  // Cached data of a deleted room is ignored.
  const isDeleted = query.error instanceof ApiError && missing.includes(query.error.code);
  if (mayRead && !isDeleted && !isJoining) {
    return (
      <InSlices fallback={<RoomSkeleton />}>{() => <OpenRoom group={group} account={account} />}</InSlices>
    );
  }
  if (group && !isPlaceholderData && !isDeleted) {
    return (
      <LazyComponent component={joinView} fallback={<RoomSkeleton isMember={false} />} failed={notLoaded}>
        {({ NotAMember }) => <NotAMember group={group} account={account} onJoining={setJoining} />}
      </LazyComponent>
    );
  }
  if (query.isError) {
    return (
      <LazyComponent component={roomError} fallback={<RoomSkeleton isMember={false} />} failed={notLoaded}>
        {({ RoomError }) => (
          <RoomError
            error={query.error}
            isMissing={isDeleted}
            onRetry={() => void query.refetch()}
            isRetrying={query.isFetching}
          />
        )}
      </LazyComponent>
    );
  }
  return <RoomSkeleton />;
}

/** The screen of a room (/v1/group/{id}). */
export function RoomScreen() {
  const { groupId } = useParams({ from: '/shell/v1/group/$groupId' });
  const account = useSession()?.username;
  if (account === undefined) return null;
  return <RoomView key={groupId} groupId={groupId} account={account} />;
}
