import { Plural, Trans } from '@lingui/react/macro';
import { shownName } from '@adda/contract/accounts';
import type { Group } from '@adda/contract/rooms';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Flame, Sprout } from 'lucide-react';
import type { ReactNode } from 'react';
import { Avatar } from '../../../ui/avatar.tsx';
import { buttonClasses } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { CardSkeleton } from '../../../ui/skeletons.tsx';
import { Time } from '../../../ui/time.tsx';
import { EmptyState, ErrorState } from '../../../ui/view-states.tsx';
import { CreateLink } from './create-link.tsx';
import { newestRooms, topRooms } from '../rooms.queries.ts';

/** So many rooms in each part. */
const SHOWN = 4;

/** One thing that is going on: a room that is new, or one where people talk. */
function RoomNews({ group, line, icon }: { group: Group; line: ReactNode; icon: ReactNode }) {
  const { group_id: groupId, name, description } = group;
  return (
    <li>
      <Card className="grid gap-3">
        <div className="flex items-center gap-3">
          <Avatar name={name} shape="room" size="large" />
          <div className="min-w-0 grow">
            <h3 className="truncate text-lg" title={name}>
              {name}
            </h3>
            <p className="flex flex-wrap items-center gap-x-1.5 text-sm text-mute">
              {icon}
              {line}
            </p>
          </div>
          <Link
            to="/v1/group/$groupId"
            params={{ groupId }}
            className={`${buttonClasses('quiet', 'small')} shrink-0`}
          >
            {group.is_member ? <Trans>Open</Trans> : <Trans>Have a look</Trans>}
          </Link>
        </div>
        {description !== '' && <p className="break-words">{description}</p>}
        <p className="text-sm text-mute">
          <Plural value={group.member_count} one="# member" other="# members" />
        </p>
      </Card>
    </li>
  );
}

function BusyRooms({ groups }: { groups: readonly Group[] }) {
  const busy = groups.filter((group) => group.last_message_at !== null).slice(0, SHOWN);
  if (busy.length === 0) return null;
  return (
    <section className="grid gap-3">
      <h2 className="text-xl">
        <Trans>Where people are talking</Trans>
      </h2>
      <ul className="grid gap-3">
        {busy.map((group) => (
          <RoomNews
            key={group.group_id}
            group={group}
            icon={<Flame aria-hidden="true" className="size-4 text-rani-ink" />}
            line={
              group.last_message_at && (
                <Trans>
                  last message <Time value={group.last_message_at} as="ago" />
                </Trans>
              )
            }
          />
        ))}
      </ul>
    </section>
  );
}

function NewRooms({ groups }: { groups: readonly Group[] }) {
  return (
    <section className="grid gap-3">
      <h2 className="text-xl">
        <Trans>Fresh rooms</Trans>
      </h2>
      <ul className="grid gap-3">
        {groups.slice(0, SHOWN).map((group) => {
          const creator = shownName(group.creator);
          return (
            <RoomNews
              key={group.group_id}
              group={group}
              icon={<Sprout aria-hidden="true" className="size-4 text-teal" />}
              line={
                <Trans>
                  opened by {creator} <Time value={group.created_at} as="ago" />
                </Trans>
              }
            />
          );
        })}
      </ul>
    </section>
  );
}

function News() {
  const newest = useQuery(newestRooms());
  const top = useQuery(topRooms());
  const failed = newest.isError ? newest : top.isError ? top : undefined;
  if (newest.data && top.data) {
    if (newest.data.groups.length === 0) {
      return (
        <EmptyState
          icon={<Sprout className="size-7" />}
          title={<Trans>Nothing is going on yet</Trans>}
          text={<Trans>Open the first room and put the kettle on.</Trans>}
          action={<CreateLink />}
        />
      );
    }
    return (
      <>
        <BusyRooms groups={top.data.groups} />
        <NewRooms groups={newest.data.groups} />
      </>
    );
  }
  if (!failed) return <CardSkeleton />;
  const retry = () => {
    void newest.refetch();
    void top.refetch();
  };
  return (
    <ErrorState
      text={failed.error?.message}
      onRetry={retry}
      isRetrying={newest.isFetching || top.isFetching}
    />
  );
}

/** The feed tab, while rooms are what there is: where people talk and what is new. */
export function FeedTab() {
  return (
    <div className="grid gap-6">
      <h1 className="text-2xl">
        <Trans>What's happening</Trans>
      </h1>
      <News />
    </div>
  );
}
