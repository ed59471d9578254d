import { t } from '@lingui/core/macro';
import { useQueryClient } from '@tanstack/react-query';
import { invalidatePeople } from '../../../platform/people-queries.ts';
import { toast } from '../../../ui/toast-store.ts';
import { usePayment, type Payment } from '../../payments/index.ts';
import { creatorKeys } from '../creators.queries.ts';
import { subscribeTo, type SubscribeRequest } from './subscribe-call.ts';

/**
 * Subscribes and shows the result, also after its view was unmounted. Then reloads everything that depends on it: media,
 * plans, checks (SU-06, SU-07).
 */
export function useSubscribe(onSubscribed?: () => void): Payment<SubscribeRequest, void> {
  const client = useQueryClient();
  return usePayment({
    pay: subscribeTo,
    onPaid: (_nothing, isHere) => {
      toast.success(t`Subscribed successfully`);
      void client.invalidateQueries({ queryKey: creatorKeys.all });
      void invalidatePeople(client);
      if (isHere) onSubscribed?.();
    },
    otherwise: () => t`Failed to subscribe`,
  });
}
