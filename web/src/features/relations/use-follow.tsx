import { displayedName } from '@adda/contract/accounts';
import { t } from '@lingui/core/macro';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import { ApiError } from '../../platform/api-error.ts';
import { lazyComponent, LazyComponent } from '../../ui/lazy-component.tsx';
import { toast } from '../../ui/toast-store.ts';
import { followState, setFollow } from './follow.queries.ts';

// Loaded lazily: unfollowing is rare.
const confirm = lazyComponent(() => import('./unfollow-confirm.tsx'));

/** Follow state of a user, and the action that changes it. */
export type Follow = {
  readonly isFollowing: boolean;
  /** A change is in progress. */
  readonly isBusy: boolean;
  /** Follows immediately (FE-54); asks for confirmation before unfollowing (FE-55, SH-40). */
  readonly toggle: () => void;
  /** The confirmation dialog; render it once, anywhere. */
  readonly dialogs: ReactNode;
};

/** Returns why the follow state was not changed: the server's text if there is one (FE-58, FE-59, X-51). */
function followProblem(error: unknown, isFollowing: boolean): string {
  const words = error instanceof ApiError ? error.detail : '';
  if (words !== '') return words;
  return isFollowing ? t`Failed to follow user` : t`Failed to unfollow user`;
}

export type FollowOptions = {
  /** State from the response at hand; used until a newer one is cached. */
  isKnown?: boolean | undefined;
  /** Display name of the user, if it is not the username. */
  name?: string;
  /** Called after a change. */
  onDone?: (isFollowing: boolean) => void;
};

/**
 * Follows or unfollows a user, with a confirmation before unfollowing and the server's text on failure. All buttons about
 * one user share the state.
 */
export function useFollow(username: string, { isKnown = false, name, onDone }: FollowOptions = {}): Follow {
  const client = useQueryClient();
  const { data: isFollowing = isKnown } = useQuery(followState(username));
  const [isAsking, setAsking] = useState(false);
  const change = useMutation(setFollow(client, username, onDone));
  const set = (shouldFollow: boolean) => {
    if (change.isPending) return;
    change.mutate(shouldFollow, {
      onError: (error) => toast.problem(followProblem(error, shouldFollow)),
    });
  };
  return {
    isFollowing,
    isBusy: change.isPending,
    toggle: () => (isFollowing ? setAsking(true) : set(true)),
    dialogs: isAsking && (
      <LazyComponent component={confirm} onFailed={() => setAsking(false)}>
        {({ UnfollowConfirm }) => (
          <UnfollowConfirm
            name={name ?? displayedName(username)}
            onConfirm={() => {
              setAsking(false);
              set(false);
            }}
            onCancel={() => setAsking(false)}
          />
        )}
      </LazyComponent>
    ),
  };
}
