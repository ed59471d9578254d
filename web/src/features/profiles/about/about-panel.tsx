import type { Profile } from '@adda/contract/profiles';
import type { MemberProfile } from '@adda/contract/rooms';
import { Trans } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { lazyComponent, LazyComponent } from '../../../ui/lazy-component.tsx';
import { Skeleton } from '../../../ui/skeletons.tsx';
import { fullDay } from '../../../ui/time-format.ts';
import { tryAgain } from '../../../ui/try-again.tsx';
import { ErrorState } from '../../../ui/view-states.tsx';
import { Fact, personProfile } from '../../accounts/index.ts';
import { isLongBio } from '../long-bio.ts';

// For the owner only.
const ownAccount = lazyComponent(() => import('../account/own-account.tsx'));

function Facts({ person: { created_at: since, shared_groups: rooms } }: { person: MemberProfile }) {
  return (
    <dl className="grid gap-4">
      {since !== null && (
        <Fact label={<Trans>Joined</Trans>}>
          <time dateTime={since}>{fullDay(since)}</time>
        </Fact>
      )}
      {rooms.length > 0 && (
        <Fact label={<Trans>Groups you share</Trans>}>
          <ul className="flex flex-wrap gap-x-4">
            {rooms.map(({ group_id: groupId, name }) => (
              <li key={groupId} className="min-w-0">
                <Link
                  to="/v1/group/$groupId"
                  params={{ groupId }}
                  className="inline-flex min-h-11 max-w-full items-center font-semibold text-rani-ink underline-offset-4 hover:underline"
                >
                  <span className="min-w-0 break-words">{name}</span>
                </Link>
              </li>
            ))}
          </ul>
        </Fact>
      )}
    </dl>
  );
}

/** The tab About: the whole bio if the header shortens it, since when, rooms in common, and for the owner below it the account (HM-15). */
export function AboutPanel({ profile }: { profile: Profile }) {
  const { username, bio, is_self: isOwn } = profile;
  const { data: person, error, isFetching, refetch } = useQuery(personProfile(username));
  return (
    <div className="grid grid-cols-1 gap-6">
      {bio && isLongBio(bio) && (
        <p dir="auto" className="break-words whitespace-pre-line">
          {bio}
        </p>
      )}
      {person && <Facts person={person} />}
      {!person && !error && <Skeleton className="h-11 w-2/5" />}
      {!person && error && (
        <ErrorState text={error.message} onRetry={() => void refetch()} isRetrying={isFetching} />
      )}
      {isOwn && (
        <LazyComponent component={ownAccount} failed={tryAgain}>
          {({ OwnAccount }) => <OwnAccount />}
        </LazyComponent>
      )}
    </div>
  );
}
