import type { Transaction } from '@adda/contract/wallet';
import { Trans, useLingui } from '@lingui/react/macro';
import { mutationOptions, useMutation, useQueryClient, type QueryClient } from '@tanstack/react-query';
import { ReceiptText } from 'lucide-react';
import { useId, useState } from 'react';
import { api } from '../../../platform/api.ts';
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx';
import { FormErrors } from '../../../ui/form-errors.tsx';
import { EmptyState } from '../../../ui/view-states.tsx';
import { PagedList } from '../pages/paged-list.tsx';
import { usePages } from '../pages/use-pages.ts';
import { historyPage, walletKeys, walletRetry } from '../wallet.queries.ts';
import { TransactionRow } from './transaction-row.tsx';

/**
 * Hides an entry of the caller's history; balance and ledger stay unchanged (WA-14, Q-22). Resolves once the
 * list is refetched.
 */
const hideTransaction = (client: QueryClient) =>
  mutationOptions({
    mutationFn: (id: string) => api('DELETE /wallet/history/:id', { params: { id } }),
    onSuccess: () => client.invalidateQueries({ queryKey: walletKeys.history }),
    ...walletRetry,
  });

/** Confirms hiding an entry, and reports a failure (WA-14 to WA-16). */
function HideQuestion({ line, onClose }: { line: Transaction; onClose: () => void }) {
  const { t } = useLingui();
  const hide = useMutation(hideTransaction(useQueryClient()));
  return (
    <ConfirmDialog
      isOpen
      title={<Trans>Hide this transaction?</Trans>}
      description={<Trans>It leaves your history for good. Your balance stays as it is.</Trans>}
      confirmLabel={<Trans>Hide</Trans>}
      isBusy={hide.isPending}
      onConfirm={() => hide.mutate(line._id, { onSuccess: onClose })}
      onCancel={onClose}
    >
      {hide.error && (
        <div className="mt-4">
          <FormErrors message={t`Failed to delete transaction`} detail={hide.error.message} />
        </div>
      )}
    </ConfirmDialog>
  );
}

/** The transaction history, ten entries per page (WA-02, WA-10, WA-11). */
export function HistoryList() {
  const { t } = useLingui();
  const id = useId();
  const pages = usePages(historyPage);
  const [entryToHide, setEntryToHide] = useState<Transaction>();
  const lines = pages.current?.history ?? [];
  return (
    <div>
      <h3 id={id} className="text-lg">
        <Trans>History</Trans>
      </h3>
      {/* As tall as the list while it loads: the dialog is in the middle of the window, and would move with a shorter one. */}
      <div className="min-h-94">
        <PagedList
          pages={pages}
          label={t`History`}
          failure={t`Failed to load page`}
          retryLabel={<Trans>Try Again</Trans>}
          isEmpty={lines.length === 0}
          empty={
            <EmptyState
              icon={<ReceiptText className="size-7" />}
              title={<Trans>Nothing here yet</Trans>}
              text={<Trans>Spin the wheel or add coins: what comes and goes is listed here.</Trans>}
            />
          }
        >
          <ul aria-labelledby={id} className="divide-y divide-line">
            {lines.map((line) => (
              <TransactionRow key={line._id} line={line} onHide={() => setEntryToHide(line)} />
            ))}
          </ul>
        </PagedList>
      </div>
      {entryToHide && <HideQuestion line={entryToHide} onClose={() => setEntryToHide(undefined)} />}
    </div>
  );
}
