import { Trans } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { TalkersPanel } from '../../../features/directory/talkers-panel.tsx';
import { LivelyRoomsPanel } from '../../../features/rooms/list/lively-rooms-panel.tsx';
import { livelyRooms } from '../../../features/rooms/index.ts';
import { useSwitchChat } from '../../../platform/use-switch-chat.ts';

export type FirstVisitProps = {
  /** The level of its heading. */
  level: 1 | 2;
};

/** Shown where no chat is open: where people talk now, and whom to write to (HM-04). */
export function FirstVisit({ level }: FirstVisitProps) {
  const switchChat = useSwitchChat();
  const { isPending: isLoading } = useQuery(livelyRooms());
  const Heading = level === 1 ? 'h1' : 'h2';
  return (
    <div className="mx-auto grid w-full max-w-190 grid-cols-1 gap-4 px-3 py-4 lg:px-6 lg:py-6">
      <div>
        <Heading className="text-xl lg:text-2xl">
          <Trans>Come on in</Trans>
        </Heading>
        <p className="mt-1 text-mute">
          <Trans>Here is where people are talking right now: join in, or say hello to somebody.</Trans>
        </p>
      </div>
      <LivelyRoomsPanel onOpen={(groupId) => switchChat({ groupId })} />
      {/* Their place depends on the number of rooms. */}
      <div hidden={isLoading}>
        <TalkersPanel onOpen={(username) => switchChat({ username })} />
      </div>
    </div>
  );
}
