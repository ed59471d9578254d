import type { PublicRoom } from '@adda/contract/rooms';
import { Plural, Trans } from '@lingui/react/macro';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { ApiError } from '../../../platform/api-error.ts';
import { api } from '../../../platform/api.ts';
import { Avatar } from '../../../ui/avatar.tsx';
import {
  Landing,
  LandingError,
  LandingGone,
  LandingPage,
  LandingSkeleton,
  WaysIn,
} from '../../accounts/index.ts';

/** How often the numbers are read again, in ms. */
const REFRESH_MS = 20_000;

/** A public room in numbers, without a session (HM-05). */
const publicRoom = (groupId: string) =>
  queryOptions({
    queryKey: ['rooms', 'public', groupId] as const,
    queryFn: ({ signal }) => api('GET /public/rooms/:id', { params: { id: groupId }, signal }),
    refetchInterval: REFRESH_MS,
  });

function Room({ room }: { room: PublicRoom }) {
  return (
    <Landing
      kind={<Trans>A room on Adda</Trans>}
      picture={<Avatar name={room.name} src={room.picture} shape="room" size="huge" />}
      title={room.name}
      facts={
        <p className="flex flex-wrap justify-center gap-x-3">
          <span>
            <Plural value={room.members} one="# member" other="# members" />
          </span>
          {room.online > 0 && (
            <span className="inline-flex items-center gap-1.5 font-semibold text-teal">
              <span aria-hidden="true" className="size-2 rounded-full bg-teal" />
              <Plural value={room.online} one="# here now" other="# here now" />
            </span>
          )}
        </p>
      }
      text={room.topic}
    >
      <WaysIn />
    </Landing>
  );
}

/** A room for visitors without a session: what a link to it leads to, in numbers, and the ways in (HM-05). */
export function PublicRoomScreen() {
  const { groupId } = useParams({ from: '/shell/v1/group/$groupId' });
  const { data: room, error, isFetching, refetch } = useQuery(publicRoom(groupId));
  const isGone = error instanceof ApiError && error.code === 'group_not_found';
  return (
    <LandingPage>
      {room && !isGone && <Room room={room} />}
      {!room && !error && <LandingSkeleton />}
      {isGone && (
        <LandingGone
          mayBeInside
          text={
            <Trans>
              This room may be gone, or only its members may see it. There is good company elsewhere.
            </Trans>
          }
        />
      )}
      {!room && error && !isGone && (
        <LandingError error={error} onRetry={() => void refetch()} isRetrying={isFetching} />
      )}
    </LandingPage>
  );
}
