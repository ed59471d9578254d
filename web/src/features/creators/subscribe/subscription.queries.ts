import { queryOptions } from '@tanstack/react-query';
import { api } from '../../../platform/api.ts';
import { showsPeople } from '../../../platform/people-queries.ts';
import { creatorKeys } from '../creators.queries.ts';

/** A plan that is on sale. */
export const planOf = (planId: string) =>
  queryOptions({
    queryKey: creatorKeys.plan(planId),
    queryFn: ({ signal }) => api('GET /subscriptions/plan/:plan_id', { params: { plan_id: planId }, signal }),
    meta: showsPeople,
  });

/** Whether the caller has a subscription to a creator, and its expiry (SU-12, SU-13). */
export const subscriptionTo = (creator: string) =>
  queryOptions({
    queryKey: creatorKeys.check(creator),
    queryFn: ({ signal }) => api('GET /subscriptions/check', { query: { creator }, signal }),
    meta: showsPeople,
  });
