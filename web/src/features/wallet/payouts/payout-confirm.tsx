import { Trans } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx';
import { payeeQuery } from '../wallet.queries.ts';
import { PayeeFacts } from './payee-section.tsx';
import { worth } from './payout-labels.ts';

export type PayoutConfirmProps = {
  coins: number;
  /** The payable part of the balance, if known. */
  payable: number | undefined;
  isBusy: boolean;
  onConfirm: () => void;
  onCancel: () => void;
};

/** Confirms a payout request: its value, how much of it is paid, and the payee (X-13). */
export function PayoutConfirm({ coins, payable, isBusy, onConfirm, onCancel }: PayoutConfirmProps) {
  const { data } = useQuery(payeeQuery());
  const paid = payable !== undefined && payable > 0 && payable < coins ? worth(payable) : undefined;
  return (
    <ConfirmDialog
      isOpen
      title={<Trans>Request this payout?</Trans>}
      description={<Trans>The coins are held until we have decided.</Trans>}
      confirmLabel={<Trans>Request Payout</Trans>}
      isBusy={isBusy}
      onConfirm={onConfirm}
      onCancel={onCancel}
    >
      <div className="grid gap-2 pt-3">
        <p className="text-lg font-bold tabular-nums">{worth(coins)}</p>
        {payable === 0 && (
          <p>
            <Trans>
              You bought all of these coins, so none of this is paid: they come back to your wallet.
            </Trans>
          </p>
        )}
        {paid !== undefined && (
          <p>
            <Trans>Of this at most {paid} is paid; the rest comes back to your wallet.</Trans>
          </p>
        )}
        {data?.payee && (
          <p>
            <PayeeFacts payee={data.payee} />
          </p>
        )}
        {data && !data.payee && (
          <p>
            <Trans>
              You haven't said yet where the money goes. Add it afterwards, so that we can send it.
            </Trans>
          </p>
        )}
      </div>
    </ConfirmDialog>
  );
}
