import { PLAN_ID } from '@adda/contract/creators';
import { lazyRouteComponent, useParams, type AsyncRouteComponent } from '@tanstack/react-router';
import { Suspense } from 'react';
import { ChatSkeleton } from '../../ui/skeletons.tsx';

const ChatScreen = lazyRouteComponent(
  () => import('../../features/direct/private-chat-screen.tsx'),
  'PrivateChatScreen',
);

const PlanScreen = lazyRouteComponent(
  () => import('../../features/feed/subscribe/subscribe-screen.tsx'),
  'SubscribeScreen',
);

/** Whether the segment has the reserved form of a plan id; everything else is a username. */
export const isPlan = (segment: string): boolean => PLAN_ID.test(segment.trim().toLowerCase());

function ChatSegment() {
  const { username } = useParams({ from: '/shell/v1/chat/$username' });
  return (
    <Suspense fallback={<ChatSkeleton />}>{isPlan(username) ? <PlanScreen /> : <ChatScreen />}</Suspense>
  );
}

/** The screen of /v1/chat/{username} and /v1/chat/{plan_id}; only the matching one is fetched. */
export const chatSegment: AsyncRouteComponent<Record<never, never>> = Object.assign(ChatSegment, {
  preload: async () => {
    const isPlanSegment = isPlan(location.pathname.split('/').at(-1) ?? '');
    await (isPlanSegment ? PlanScreen : ChatScreen).preload?.();
  },
});
