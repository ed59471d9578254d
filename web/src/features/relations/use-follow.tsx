import { shownName } from '@adda/contract/accounts';
import { t } from '@lingui/core/macro';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import { ApiError } from '../../platform/api-error.ts';
import { lazyComponent, LazyComponent } from '../../ui/lazy-component.tsx';
import { toast } from '../../ui/toast-store.ts';
import { followState, setFollow } from './follow.queries.ts';

// Asked when somebody is followed no more, which is seldom.
const confirm = lazyComponent(() => import('./unfollow-confirm.tsx'));

/** Whether this person follows another, and how it is changed. */
export type Follow = {
  readonly isFollowing: boolean;
  /** It is being changed. */
  readonly isBusy: boolean;
  /** Follows at once (FE-54); asks before following no more (FE-55, SH-40). */
  readonly toggle: () => void;
  /** What asks; render it once, anywhere. */
  readonly dialogs: ReactNode;
};

/** Why it could not be changed, in the server's words if it gave any (FE-58, FE-59, X-51). */
function followProblem(error: unknown, isFollowing: boolean): string {
  const words = error instanceof ApiError ? error.detail : '';
  if (words !== '') return words;
  return isFollowing ? t`Failed to follow user` : t`Failed to unfollow user`;
}

/** What else there is to say about following somebody. */
export type FollowOptions = {
  /** What the answer at hand says; counts until something newer is held. */
  isKnown?: boolean | undefined;
  /** What they are called on screen, if not by their username. */
  name?: string;
  /** It has been changed. */
  onDone?: (isFollowing: boolean) => void;
};

/**
 * Follows somebody or follows them no more, with a confirmation before the latter and the server's words where it fails.
 * All buttons about one person show the same, wherever they are.
 */
export function useFollow(username: string, { isKnown = false, name, onDone }: FollowOptions = {}): Follow {
  const client = useQueryClient();
  const { data: isFollowing = isKnown } = useQuery(followState(username));
  const [isAsking, setAsking] = useState(false);
  const change = useMutation(setFollow(client, username));
  const set = (wish: boolean) => {
    if (change.isPending) return;
    change.mutate(wish, {
      onSuccess: () => onDone?.(wish),
      onError: (error) => toast.problem(followProblem(error, wish)),
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
            name={name ?? shownName(username)}
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
