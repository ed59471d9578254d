import { AUDIT_PAGE } from '@adda/contract/operations';
import { infiniteQueryOptions, keepPreviousData } from '@tanstack/react-query';
import { api } from '../../../platform/api.ts';
import { adminKey } from '../frame/now.queries.ts';
import type { AdminFilter } from '../frame/use-admin-place.ts';

/** The audit log, newest first, paginated (SV-105). */
export const auditQuery = (filter: AdminFilter) => {
  const query = {
    actor: filter.actor?.toLowerCase() || undefined,
    action: filter.action || undefined,
    target: filter.target || undefined,
    limit: AUDIT_PAGE,
  };
  return infiniteQueryOptions({
    queryKey: [...adminKey, 'audit', query],
    initialPageParam: undefined as number | undefined,
    queryFn: ({ pageParam: before, signal }) =>
      api('GET /admin/audit', { query: { ...query, before }, signal }),
    getNextPageParam: (last) => last.next_before ?? undefined,
    placeholderData: keepPreviousData,
  });
};

/** Verifies the hash chain. */
export const sendAuditCheck = () => api('POST /admin/audit/check');
