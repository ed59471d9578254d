import { ONLINE_TEXT_MS, type UserStatus } from '@adda/contract/direct';
import { useQuery } from '@tanstack/react-query';
import { useNow } from '../../../ui/time-clock.ts';
import { userStatus } from './private-chat.queries.ts';

/** Whether the other user is shown as online, and their last time online; undefined until it is known. */
export function usePresence(username: string): UserStatus | undefined {
  const { data } = useQuery(userStatus(username));
  const now = useNow();
  if (!data) return undefined;
  const { is_online, last_active } = data;
  // A user counts as online for three more minutes (PC-51, X-20).
  const isRecent = last_active !== null && now - Date.parse(last_active) < ONLINE_TEXT_MS;
  return { is_online: is_online || isRecent, last_active };
}
