import { useQuery } from '@tanstack/react-query';
import { meQuery } from '../../../features/accounts/index.ts';
import { followState } from '../../../features/relations/index.ts';
import { useSession } from '../../../platform/use-session.ts';

/** Whether this person follows somebody; undefined until it is known. Nobody without a session follows anybody. */
export function useIsFollowed(username: string): boolean | undefined {
  const hasSession = useSession() !== null;
  // What was said about this one last is newer than the list.
  const { data: isFollowing } = useQuery({ ...followState(username), enabled: false });
  const { data: me, isError } = useQuery({ ...meQuery, enabled: hasSession && isFollowing === undefined });
  if (!hasSession || isError) return false;
  return isFollowing ?? me?.following.includes(username);
}
