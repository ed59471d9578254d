import { displayedName } from '@adda/contract/accounts';
import type { HashtagOfToday, RoomWithFriends } from '@adda/contract/feed';
import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useId, type ReactNode } from 'react';
import { searchDialog } from '../../../platform/open-search.ts';
import { Avatar } from '../../../ui/avatar.tsx';
import { Skeleton } from '../../../ui/skeletons.tsx';
import { VisuallyHidden } from '../../../ui/visually-hidden.tsx';
import { feedSide } from './side.queries.ts';
import { SuggestedPeople } from './suggested-people.tsx';

/** People in the column; the empty tab 'Following' shows all of the response. */
const PEOPLE_SHOWN = 3;

function Section({ title, children }: { title: ReactNode; children: ReactNode }) {
  const id = useId();
  return (
    <section
      aria-labelledby={id}
      className="@container rounded-card border border-line bg-surface shadow-card"
    >
      <div className="px-4 pt-3 pb-2">
        <h2 id={id} className="mb-1 text-lg">
          {title}
        </h2>
        {children}
      </div>
    </section>
  );
}

function Hashtags({ hashtags }: { hashtags: readonly HashtagOfToday[] }) {
  return (
    <ul className="grid grid-cols-1">
      {hashtags.map(({ tag, posts }) => (
        <li key={tag}>
          <button
            type="button"
            aria-haspopup="dialog"
            onClick={() => searchDialog.open(`#${tag}`)}
            className="group flex h-9 w-full items-center gap-3 rounded-chip text-start pointer-coarse:h-11"
          >
            <span dir="auto" className="min-w-0 grow truncate text-sm font-semibold group-hover:underline">
              {`#${tag}`}
            </span>
            <span className="shrink-0 text-xs text-mute tabular-nums">
              <Plural value={posts} one="# post" other="# posts" />
            </span>
          </button>
        </li>
      ))}
    </ul>
  );
}

/** 'riya, kabir and 2 others'. */
function Friends({ room }: { room: RoomWithFriends }) {
  const names = room.friends
    .map(({ username, display_name: name }) => name || displayedName(username))
    .join(', ');
  const others = room.friend_count - room.friends.length;
  if (others <= 0) return names;
  return (
    <Trans>
      {names} and <Plural value={others} one="# other" other="# others" />
    </Trans>
  );
}

function Rooms({ rooms }: { rooms: readonly RoomWithFriends[] }) {
  return (
    <ul className="grid grid-cols-1">
      {rooms.map((room) => (
        <li key={room.group_id}>
          <Link
            to="/v1/group/$groupId"
            params={{ groupId: room.group_id }}
            replace
            ignoreBlocker
            title={room.name}
            className="group flex h-13 items-center gap-3 rounded-card pointer-coarse:h-15"
          >
            <Avatar name={room.name} src={room.picture} shape="room" />
            <span className="grid min-w-0 leading-tight">
              <span className="truncate text-sm font-semibold group-hover:underline">{room.name}</span>
              <span className="truncate text-xs text-mute">
                <Friends room={room} />
              </span>
            </span>
          </Link>
        </li>
      ))}
    </ul>
  );
}

const places = (count: number): readonly number[] => Array.from({ length: count }, (_, place) => place);

/** Rows with the heights of the lists. */
function Waiting({ rows, isTall }: { rows: number; isTall: boolean }) {
  return places(rows).map((row) => (
    <div
      key={row}
      className={
        isTall
          ? 'flex h-13 items-center gap-3 pointer-coarse:h-15'
          : 'flex h-9 items-center pointer-coarse:h-11'
      }
    >
      {isTall && <Skeleton className="size-10 shrink-0 rounded-[32%]" />}
      <Skeleton className={row % 2 === 0 ? 'h-4 w-3/5' : 'h-4 w-2/5'} />
    </div>
  ));
}

const titles = {
  people: <Trans>Who to follow</Trans>,
  hashtags: <Trans>Today</Trans>,
  rooms: <Trans>Rooms with friends</Trans>,
};

function Skeletons() {
  return (
    <div role="status" className="grid grid-cols-1 gap-4">
      <VisuallyHidden>
        <Trans>Loading…</Trans>
      </VisuallyHidden>
      <Section title={titles.people}>
        <Waiting rows={PEOPLE_SHOWN} isTall />
      </Section>
      <Section title={titles.hashtags}>
        <Waiting rows={5} isTall={false} />
      </Section>
      <Section title={titles.rooms}>
        <Waiting rows={3} isTall />
      </Section>
    </div>
  );
}

type SideColumnProps = {
  /** Whether people to follow are part of it. */
  offersPeople: boolean;
};

function Lists({ offersPeople }: SideColumnProps) {
  const client = useQueryClient();
  const { data, isPending } = useQuery(feedSide(client));
  if (isPending) return <Skeletons />;
  if (!data) return null;
  const { people, hashtags, rooms } = data;
  return (
    <div className="grid grid-cols-1 gap-4">
      {offersPeople && people.length > 0 && (
        <Section title={titles.people}>
          <SuggestedPeople people={people.slice(0, PEOPLE_SHOWN)} />
        </Section>
      )}
      {hashtags.length > 0 && (
        <Section title={titles.hashtags}>
          <Hashtags hashtags={hashtags} />
        </Section>
      )}
      {rooms.length > 0 && (
        <Section title={titles.rooms}>
          <Rooms rooms={rooms} />
        </Section>
      )}
    </div>
  );
}

/**
 * The column beside the feed (HM-14): people to follow, hashtags of today, rooms with friends. Its place is reserved, so it
 * moves nothing; without a response or entries it stays empty.
 */
export function SideColumn({ offersPeople }: SideColumnProps) {
  const { t } = useLingui();
  return (
    <aside aria-label={t`Beside the feed`}>
      <Lists offersPeople={offersPeople} />
    </aside>
  );
}
