import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';
import { invalidatePeople } from '../../../platform/people-queries.ts';
import { blockCheck } from '../../relations/index.ts';

/** Whether there is a block between the two users, in either direction (PC-08), and the handler for changes. */
export function useBlocked(username: string) {
  const client = useQueryClient();
  const { data } = useQuery(blockCheck(username));
  const onBlocked = useCallback(
    (isBlocked: boolean) => {
      const { queryKey } = blockCheck(username);
      client.setQueryData(queryKey, (held) => ({
        is_blocked: isBlocked,
        blocked_by_me: isBlocked && (held?.blocked_by_me ?? false),
      }));
      // The server knows who blocked, and what the two may see of each other.
      void invalidatePeople(client);
    },
    [client, username],
  );
  return { isBlocked: data?.is_blocked ?? false, onBlocked };
}
