import { useQuery } from '@tanstack/react-query';
import { meQuery } from '../../../features/accounts/index.ts';
import { followState } from '../../../features/relations/index.ts';
import { useSession } from '../../../platform/use-session.ts';

/** Returns whether the user follows `username`; undefined until known. Always false without a session. */
export function useIsFollowed(username: string): boolean | undefined {
  const hasSession = useSession() !== null;
  // The last follow state reported for this user is newer than the list.
  const { data: isFollowing } = useQuery({ ...followState(username), enabled: false });
  const { data: me, isError } = useQuery({ ...meQuery, enabled: hasSession && isFollowing === undefined });
  if (!hasSession || isError) return false;
  return isFollowing ?? me?.following.includes(username);
}
