import { Trans } from '@lingui/react/macro';
import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { SanctionKind } from '@adda/contract/moderation';
import { api } from '../../../platform/api.ts';
import { Dialog } from '../../../ui/dialog.tsx';
import { ListSkeleton } from '../../../ui/skeletons.tsx';
import { EmptyState, ErrorState } from '../../../ui/view-states.tsx';
import { AppealForm } from './appeal-form.tsx';
import { AppealState } from './appeal-state.tsx';
import { SanctionFacts } from './sanction-facts.tsx';

/** The sanctions against the caller and the results of their appeals. */
const ownSanctions = queryOptions({
  queryKey: ['me', 'sanctions'],
  queryFn: ({ signal }) => api('GET /users/me/sanctions', { signal }),
});

export type AppealDialogProps = { sanctionId: string; onClose: () => void };

const titles: Readonly<Record<SanctionKind, ReactNode>> = {
  warning: <Trans>A warning to you</Trans>,
  content_removed: <Trans>Something of yours was removed</Trans>,
  suspension: <Trans>Your suspension</Trans>,
  ban: <Trans>Your suspension</Trans>,
};

/** A sanction against the caller: the reason, and the appeal form or its result. */
export function AppealDialog({ sanctionId, onClose }: AppealDialogProps) {
  const client = useQueryClient();
  const { data, error, isFetching, refetch } = useQuery(ownSanctions);
  const sanction = data?.sanctions.find((each) => each.sanction_id === sanctionId);
  const send = async (text: string) => {
    await api('POST /users/me/sanctions/:sanction_id/appeal', {
      params: { sanction_id: sanctionId },
      body: { text },
    });
    await client.invalidateQueries({ queryKey: ownSanctions.queryKey });
  };
  return (
    <Dialog
      isOpen
      keepOpenOnOutsidePress
      onClose={onClose}
      title={sanction ? titles[sanction.kind] : <Trans>Another look</Trans>}
    >
      {!data && !error && <ListSkeleton rows={2} />}
      {!data && error && (
        <ErrorState text={error.message} onRetry={() => void refetch()} isRetrying={isFetching} />
      )}
      {data && !sanction && <EmptyState title={<Trans>This decision is no longer there</Trans>} />}
      {sanction && (
        <div className="grid gap-5 pt-2">
          <SanctionFacts sanction={sanction} />
          {sanction.appeal ? <AppealState appeal={sanction.appeal} /> : <AppealForm send={send} />}
        </div>
      )}
    </Dialog>
  );
}
