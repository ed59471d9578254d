import { displayedName } from '@adda/contract/accounts';
import type { Group, GroupMessage } from '@adda/contract/rooms';
import { t } from '@lingui/core/macro';
import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Sofa } from 'lucide-react';
import { isPlainPress } from '../../../ui/plain-press.ts';
import { Avatar } from '../../../ui/avatar.tsx';
import { Button } from '../../../ui/button.tsx';
import { usePreviewText } from '../../../ui/preview-text.ts';
import { Skeleton } from '../../../ui/skeletons.tsx';
import { EmptyState, ErrorState } from '../../../ui/view-states.tsx';
import { loadRoom, roomPreview } from '../outside/room-preview.queries.ts';
import { joinRoom } from '../rooms.mutations.ts';
import { LIVELY_ROOMS, livelyRooms } from '../rooms.queries.ts';
import { CreateLink, useIsGuest } from './create-link.tsx';

/** Messages that are shown of each room. */
const LINES = 3;

/** How often the last lines are read again, in ms: less often than in a room that one reads. */
const LINES_REFRESH_MS = 60_000;

const places = (count: number): readonly number[] => Array.from({ length: count }, (_, place) => place);

/** The text of a message, or the kind of its file. */
function lineOf({ image_width: width, audio_duration_ms: duration, youtube_url: video }: GroupMessage) {
  if (duration) return t`Voice message`;
  if (width) return t`Photo`;
  return video ? t`Video` : '';
}

function Line({ message }: { message: GroupMessage }) {
  const name = displayedName(message.sender);
  const words = usePreviewText(message.content);
  return (
    <li className="flex h-6 gap-1.5 text-sm">
      <span className="max-w-2/5 shrink-0 truncate font-semibold" title={name}>
        {name}
      </span>
      <span dir="auto" className="min-w-0 truncate text-mute">
        {words || lineOf(message)}
      </span>
    </li>
  );
}

/** The last messages of members, in a place whose height does not depend on their number. */
function LastLines({ groupId }: { groupId: string }) {
  const { t: text } = useLingui();
  const { data, isError } = useQuery({ ...roomPreview(groupId), refetchInterval: LINES_REFRESH_MS });
  const said = data?.messages.filter(({ is_admin: isNotice }) => !isNotice).slice(-LINES) ?? [];
  return (
    <div className="mt-2 h-18 overflow-hidden">
      {!data && !isError && (
        <div className="grid gap-3 py-1">
          {places(LINES).map((line) => (
            <Skeleton key={line} className={line === 1 ? 'h-3 w-3/5' : 'h-3 w-4/5'} />
          ))}
        </div>
      )}
      {data && said.length === 0 && (
        <p className="text-sm text-mute">
          <Trans>Nobody has said anything yet. Join and be the first!</Trans>
        </p>
      )}
      {said.length > 0 && (
        <ul aria-label={text`Last messages`}>
          {said.map((message) => (
            <Line key={message._id} message={message} />
          ))}
        </ul>
      )}
    </div>
  );
}

const card = 'rounded-card border border-line bg-surface p-4 shadow-card';

function LivelyRoom({ group, onOpen }: { group: Group; onOpen: (groupId: string) => void }) {
  const client = useQueryClient();
  const { group_id: groupId, name, speakers_15m: speakers = 0 } = group;
  const join = useMutation({
    ...joinRoom(client, () => loadRoom(client, groupId)),
    onSuccess: () => onOpen(groupId),
  });
  return (
    <li className={card}>
      <div className="flex items-center gap-3">
        <Avatar name={name} src={group.picture} shape="room" size="large" />
        <div className="grid min-w-0 grow grid-cols-1">
          <p className="truncate font-display font-bold">
            <a
              href={`/v1/group/${groupId}`}
              title={name}
              className="hover:underline"
              onClick={(event) => {
                if (!isPlainPress(event)) return;
                event.preventDefault();
                onOpen(groupId);
              }}
            >
              {name}
            </a>
          </p>
          <p className="truncate text-sm text-mute">
            {speakers > 0 && (
              <>
                <span className="font-semibold text-teal">
                  <Plural value={speakers} one="# talking now" other="# talking now" />
                </span>
                {' · '}
              </>
            )}
            <Plural value={group.member_count} one="# member" other="# members" />
          </p>
        </div>
        <Button
          tone="warm"
          size="small"
          isBusy={join.isPending}
          onClick={() => join.mutate(groupId)}
          aria-description={name}
        >
          <Trans>Join</Trans>
        </Button>
      </div>
      <LastLines groupId={groupId} />
    </li>
  );
}

function Waiting() {
  return (
    <div role="status" aria-label={t`Loading…`} className="grid gap-3">
      {places(LIVELY_ROOMS).map((room) => (
        <div key={room} className={card}>
          <div className="flex h-12 items-center gap-3">
            <Skeleton className="blob size-12 shrink-0" />
            <Skeleton className="h-4 w-2/5" />
          </div>
          <div className="mt-2 h-18" />
        </div>
      ))}
    </div>
  );
}

/** Three rooms in which people talk now, with their last lines and the button to join and open them (HM-04). */
export function LivelyRoomsPanel({ onOpen }: { onOpen: (groupId: string) => void }) {
  const { t: text } = useLingui();
  const isGuest = useIsGuest();
  const { data, error, isFetching, refetch } = useQuery(livelyRooms());
  const groups = data?.groups.filter(({ is_banned: isBanned }) => !isBanned) ?? [];
  if (groups.length > 0) {
    return (
      <ul aria-label={text`Talking now`} className="grid grid-cols-1 gap-3">
        {groups.map((group) => (
          <LivelyRoom key={group.group_id} group={group} onOpen={onOpen} />
        ))}
      </ul>
    );
  }
  if (data) {
    return (
      <EmptyState
        icon={<Sofa className="size-7" />}
        title={<Trans>No other rooms yet</Trans>}
        text={
          isGuest ? (
            <Trans>As soon as somebody opens one, you'll find it here.</Trans>
          ) : (
            <Trans>Open one yourself, and people will find it here.</Trans>
          )
        }
        action={!isGuest && <CreateLink />}
      />
    );
  }
  if (!error) return <Waiting />;
  return <ErrorState text={error.message} onRetry={() => void refetch()} isRetrying={isFetching} />;
}
