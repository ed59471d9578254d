import type { Group } from '@adda/contract/rooms';
import { memo, type ReactNode } from 'react';
import { lazyComponent, LazyComponent } from '../../ui/lazy-component.tsx';
import { tryAgain } from '../../ui/try-again.tsx';
import { ListSkeleton } from '../../ui/skeletons.tsx';
import { useFitsThree, useIsDesktop } from '../../ui/use-media-query.ts';
import { ErrorState } from '../../ui/view-states.tsx';
import type { MembersPanelProps } from './members/members-panel.tsx';
import type { ProfilePanelProps } from './members/profile-panel.tsx';
import type { MembersListProps } from './members/members-list.tsx';
import type { RoomMenuProps } from './room-menu.tsx';

// Not needed for the first view: loaded after the messages.
const roomMenu = lazyComponent(() => import('./room-menu.tsx'));
const membersPanel = lazyComponent(() =>
  // Memoized, so that typing does not render it again.
  import('./members/members-panel.tsx').then((file) => ({
    MembersPanel: memo(file.MembersPanel),
  })),
);
const roomInfo = lazyComponent(() => import('./members/room-info.tsx'));
const profilePanel = lazyComponent(() => import('./members/profile-panel.tsx'));

const roomEdit = lazyComponent(() => import('./settings/room-edit.tsx'));

const joinButton = lazyComponent(() => import('./outside/join-button.tsx'));

const notLoaded = (retry: () => void) => <ErrorState onRetry={retry} />;

/** The actions of a room, or a button that retries loading them. */
export function LazyRoomMenu(props: RoomMenuProps) {
  return (
    <LazyComponent component={roomMenu} fallback={<span className="h-11 w-22 shrink-0" />} failed={tryAgain}>
      {({ RoomMenu }) => <RoomMenu {...props} />}
    </LazyComponent>
  );
}

/** The header of a room while it is edited; `header` until the code has loaded. */
export function LazyHeaderEdit({
  header,
  ...props
}: {
  group: Group;
  onClose: () => void;
  header: ReactNode;
}) {
  return (
    <LazyComponent component={roomEdit} fallback={header} onFailed={props.onClose}>
      {({ RoomHeaderEdit }) => <RoomHeaderEdit {...props} />}
    </LazyComponent>
  );
}

/** Replaces the message input for a global admin who is not a member. */
export function LazyReaderBar(props: { group: Group }) {
  return (
    <LazyComponent component={joinButton} fallback={<div className="min-h-16 shrink-0" />} failed={tryAgain}>
      {({ ReaderBar }) => <ReaderBar {...props} />}
    </LazyComponent>
  );
}

/** The tab Group Info. */
export function LazyRoomInfo(props: MembersListProps) {
  return (
    <LazyComponent component={roomInfo} fallback={<ListSkeleton />} failed={notLoaded}>
      {({ RoomInfo }) => <RoomInfo {...props} />}
    </LazyComponent>
  );
}

/** The tab Profile. */
export function LazyProfile(props: ProfilePanelProps) {
  return (
    <LazyComponent component={profilePanel} fallback={<ListSkeleton />} failed={notLoaded}>
      {({ ProfilePanel }) => <ProfilePanel {...props} />}
    </LazyComponent>
  );
}

const rail = 'shrink-0 border-s border-line bg-surface';

const panelNotLoaded = (retry: () => void) => <div className={`w-72 ${rail}`}>{notLoaded(retry)}</div>;

/** The members of the room. On small screens a press opens them, and retries if loading failed. */
export function LazyMembers(props: MembersPanelProps) {
  const isDesktop = useIsDesktop();
  const isPanel = useFitsThree() && props.isShown;
  return (
    <LazyComponent
      component={membersPanel}
      fallback={isDesktop && <div className={`${isPanel ? 'w-72' : 'w-14'} ${rail}`} />}
      failed={isDesktop ? panelNotLoaded : undefined}
    >
      {({ MembersPanel }) => <MembersPanel {...props} />}
    </LazyComponent>
  );
}
