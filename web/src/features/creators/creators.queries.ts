import type { Plan, PlanChange, PlanInput } from '@adda/contract/creators';
import { mutationOptions, queryOptions, type QueryClient } from '@tanstack/react-query';
import { api } from '../../platform/api.ts';
import { listIn } from '../../platform/list-calls.ts';
import { invalidatePeople, showsPeople } from '../../platform/people-queries.ts';

/** Query keys. */
export const creatorKeys = {
  all: ['creators'] as const,
  plans: (creator: string) => ['creators', 'plans', creator] as const,
  plan: (planId: string) => ['creators', 'plan', planId] as const,
  /** Whether the caller has a subscription to a creator. */
  check: (creator: string) => ['creators', 'check', creator] as const,
  earnings: (from: string, to: string) => ['creators', 'earnings', from, to] as const,
};

/** The plans of a creator, the cheapest first (PL-13). */
export const plansOf = (creator: string) =>
  queryOptions({
    queryKey: creatorKeys.plans(creator),
    queryFn: async ({ signal }) =>
      listIn(await api('GET /subscriptions/plans/list', { query: { creator }, signal }), 'plans'),
    meta: showsPeople,
  });

/** The form in which a plan is created; each has its own route. */
export type PlanVariant = 'composer' | 'profile';

const routes = {
  composer: 'POST /subscriptions/plan',
  profile: 'POST /subscriptions/plans/create',
} as const;

/** Inserts a plan into the cached list in its order: the cheapest first, of equal prices the older first. */
export function cachePlan(client: QueryClient, plan: Plan): void {
  client.setQueryData<Plan[]>(creatorKeys.plans(plan.creator), (plans) => {
    if (!plans) return undefined;
    const others = plans.filter((other) => other.plan_id !== plan.plan_id);
    return [...others, plan].sort((one, other) => one.amount - other.amount);
  });
}

/** Creates a plan (PL-15, PL-16), resolves with it, and adds it to the cached list. */
export const createPlan = (client: QueryClient, variant: PlanVariant) =>
  mutationOptions({
    mutationFn: async (input: PlanInput): Promise<Plan> => {
      const { plan } = await api(routes[variant], { body: input });
      cachePlan(client, plan);
      return plan;
    },
    onSettled: (_plan, _error, { creator }) =>
      void client.invalidateQueries({ queryKey: creatorKeys.plans(creator) }),
  });

/** Changes name or description of a plan (SV-70), and the cached list. */
export const changePlan = (client: QueryClient) =>
  mutationOptions({
    mutationFn: async ({ planId, change }: { planId: string; change: PlanChange }): Promise<Plan> => {
      const { plan } = await api('PATCH /subscriptions/plan/:plan_id', {
        params: { plan_id: planId },
        body: change,
      });
      cachePlan(client, plan);
      return plan;
    },
    onSettled: () => void client.invalidateQueries({ queryKey: creatorKeys.all }),
  });

/** Stops selling a plan (SV-70), and removes it from the cached list. */
export const archivePlan = (client: QueryClient) =>
  mutationOptions({
    mutationFn: ({ plan_id: planId }: Plan) =>
      api('DELETE /subscriptions/plan/:plan_id', { params: { plan_id: planId } }),
    onSuccess: (_answer, plan) =>
      client.setQueryData<Plan[]>(creatorKeys.plans(plan.creator), (plans) =>
        plans?.filter((other) => other.plan_id !== plan.plan_id),
      ),
    onSettled: () => {
      void client.invalidateQueries({ queryKey: creatorKeys.all });
      void invalidatePeople(client);
    },
  });

/** Ends the caller's subscription to `creator` (SV-75). Reloads everything whose access depended on it. */
export const unsubscribe = (client: QueryClient) =>
  mutationOptions({
    mutationFn: (creator: string) => api('POST /subscriptions/unsubscribe', { query: { creator } }),
    // Also after a failure: 'No active subscription' means that it ended on another device.
    onSettled: () => {
      void client.invalidateQueries({ queryKey: creatorKeys.all });
      void invalidatePeople(client);
    },
  });
