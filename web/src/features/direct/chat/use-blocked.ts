import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';
import { rereadPeople } from '../../../platform/people-queries.ts';
import { blockCheck } from '../../relations/index.ts';

/** Whether the two are blocked, in either direction (PC-08), and taking in what the server says about it. */
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
      // By whom, and what the two may see of each other, is the server's to say.
      void rereadPeople(client);
    },
    [client, username],
  );
  return { isBlocked: data?.is_blocked ?? false, onBlocked };
}
