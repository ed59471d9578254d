import type { ReactNode } from 'react';
import { useOpenChat } from '../../../platform/use-switch-chat.ts';
import { lazyComponent, LazyComponent } from '../../../ui/lazy-component.tsx';
import { ListSkeleton } from '../../../ui/skeletons.tsx';
import { useFitsThree, useIsDesktop } from '../../../ui/use-media-query.ts';
import { ErrorState } from '../../../ui/view-states.tsx';
import { NothingOpen } from './nothing-open.tsx';
import { isPlan } from '../chat-segment.tsx';

/** The lists: not needed for the first paint of an open chat, so they load beside it (build/first-loads.ts). */
export const chatLists = lazyComponent(() => import('./chat-lists.tsx'));

const failed = (retry: () => void) => <ErrorState onRetry={retry} />;
const skeleton = <ListSkeleton rows={7} />;

/** What belongs to the open place at the right: a room has its people there itself, a plan and a form nothing. */
function useHasEnd(): boolean {
  const { groupId, username } = useOpenChat();
  return useFitsThree() && groupId === undefined && !(username && isPlan(username));
}

/**
 * The chats tab (HM-03): from 1024 px the inbox, what is open, and what belongs to it, side by side; the middle has at least
 * 560 px, so the right panel needs 1152 px. Below, the lists or what is open (SH-51, SH-56). `children` is the open chat,
 * undefined if none is open.
 */
export function Chats({ children }: { children: ReactNode }) {
  const isDesktop = useIsDesktop();
  const hasEnd = useHasEnd();
  if (!isDesktop) {
    return (
      <div className="flex min-h-0 grow flex-col">
        {children ?? (
          <LazyComponent component={chatLists} fallback={skeleton} failed={failed}>
            {({ Browser }) => <Browser />}
          </LazyComponent>
        )}
      </div>
    );
  }
  return (
    <div className="flex min-h-0 grow">
      <div className="flex w-76 shrink-0 flex-col border-e border-line bg-surface 2xl:w-88">
        <LazyComponent component={chatLists} fallback={skeleton} failed={failed}>
          {({ StartPanel }) => <StartPanel />}
        </LazyComponent>
      </div>
      <div className="flex min-w-140 grow flex-col">
        {children ?? (
          <div className="grow overflow-y-auto">
            <NothingOpen level={1} />
          </div>
        )}
      </div>
      {hasEnd && (
        <div className="flex w-72 shrink-0 flex-col border-s border-line bg-surface 2xl:w-80">
          <LazyComponent component={chatLists} fallback={skeleton} failed={failed}>
            {({ EndPanel }) => <EndPanel />}
          </LazyComponent>
        </div>
      )}
    </div>
  );
}
