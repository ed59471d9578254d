import type { FeedTabName } from '@adda/contract/feed';
import { Trans } from '@lingui/react/macro';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Newspaper, UsersRound } from 'lucide-react';
import { useState } from 'react';
import { Button, buttonClasses } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { EmptyState } from '../../../ui/view-states.tsx';
import { followsChangedAt } from '../../relations/index.ts';
import { feedSide } from '../side/side.queries.ts';
import { SuggestedPeople } from '../side/suggested-people.tsx';
import { refreshFeed } from './feed.queries.ts';

/** Shows the posts after somebody was followed here: not at once, so that several can be followed. */
function ShowPosts() {
  const client = useQueryClient();
  const [isBusy, setBusy] = useState(false);
  const show = () => {
    setBusy(true);
    refreshFeed(client, 'following')
      .catch(() => undefined)
      .finally(() => setBusy(false));
  };
  return (
    <Button isBusy={isBusy} onClick={show}>
      <Trans>Show their posts</Trans>
    </Button>
  );
}

/** The empty tab 'Following': offers users to follow (HM-14). */
function NothingFollowed() {
  const client = useQueryClient();
  const { data: changedAt } = useQuery(followsChangedAt);
  const [before] = useState(changedAt);
  const { data: side } = useQuery(feedSide(client));
  const people = side?.people ?? [];
  return (
    <div className="grid grid-cols-1 gap-4">
      <EmptyState
        icon={<UsersRound className="size-7" />}
        title={<Trans>No posts here yet</Trans>}
        text={
          people.length > 0 ? (
            <Trans>Follow people, and their posts show up here, newest first. These posted lately:</Trans>
          ) : (
            <Trans>Follow people, and their posts show up here, newest first.</Trans>
          )
        }
        action={
          people.length === 0 && (
            <Link to="/v1" search={{ tab: 'feed' }} replace ignoreBlocker className={buttonClasses('quiet')}>
              <Trans>Look around</Trans>
            </Link>
          )
        }
      />
      {people.length > 0 && (
        <div className="@container mx-auto -mt-4 w-full max-w-96">
          <Card>
            <SuggestedPeople people={people} />
          </Card>
        </div>
      )}
      {changedAt !== before && (
        <div className="grid justify-items-center">
          <ShowPosts />
        </div>
      )}
    </div>
  );
}

/** Shown when there is no post that the viewer may see; links to the rooms. */
function NoPosts() {
  return (
    <EmptyState
      icon={<Newspaper className="size-7" />}
      title={<Trans>No posts available</Trans>}
      text={<Trans>Post the first one, or see what's going on in the rooms.</Trans>}
      action={
        <Link to="/v1" search={{}} className={buttonClasses('quiet')}>
          <Trans>To the rooms</Trans>
        </Link>
      }
    />
  );
}

/** A tab of the feed without posts. */
export const EmptyFeed = ({ tab }: { tab: FeedTabName }) =>
  tab === 'following' ? <NothingFollowed /> : <NoPosts />;
