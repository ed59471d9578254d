import { PAYOUT_MIN_COINS } from '@adda/contract/wallet';
import { Trans, useLingui } from '@lingui/react/macro';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx';
import { Form } from '../../../ui/form.tsx';
import { FormErrors } from '../../../ui/form-errors.tsx';
import { TextField } from '../../../ui/text-field.tsx';
import { toast } from '../../../ui/toast-store.ts';
import { useForm } from '../../../ui/use-form.ts';
import { coinLabel } from '../coin-labels.ts';
import { balanceQuery, payeeQuery } from '../wallet.queries.ts';
import { PayeeFacts } from './payee-section.tsx';
import { useWorth } from './payout-labels.ts';
import { requestPayout } from './payouts.mutations.ts';
import { isWholeHundredths } from '@adda/contract/kernel/money';
import { t } from '@lingui/core/macro';

/** Parses a number of coins; undefined if it can't be paid out (PY-02, PY-06). */
function coinsTyped(text: string): number | undefined {
  const coins = text.trim() === '' ? Number.NaN : Number(text);
  return Number.isFinite(coins) && coins > 0 && isWholeHundredths(coins) ? coins : undefined;
}

/** Returns the first error of PY-02 to PY-05; an unknown balance is left to the server. */
export function payoutProblem(text: string, balance: number | undefined): string | undefined {
  const coins = coinsTyped(text);
  if (coins === undefined) return t`Please enter a valid payout amount`;
  if (balance !== undefined && balance < PAYOUT_MIN_COINS) return t`Minimum balance for payout is 500 INR`;
  if (coins < PAYOUT_MIN_COINS) return t`Payout amount must be at least 500 INR`;
  if (balance !== undefined && coins > balance) return t`Payout amount cannot exceed your current balance`;
  return undefined;
}

/** The payable part of the balance, and the use of the rest (X-13). */
function PayableLine({ payable, balance }: { payable: number; balance: number }) {
  const part = coinLabel(payable);
  const all = coinLabel(balance);
  return (
    <Trans>
      {part} of your {all} can be paid out. Coins that you bought never turn into cash: they come back to your
      wallet.
    </Trans>
  );
}

type PayoutConfirmProps = {
  coins: number;
  /** The payable part of the balance, if known. */
  payable: number | undefined;
  isBusy: boolean;
  onConfirm: () => void;
  onCancel: () => void;
};

/** Confirms a payout request: its value, how much of it is paid, and the payee (X-13). */
function PayoutConfirm({ coins, payable, isBusy, onConfirm, onCancel }: PayoutConfirmProps) {
  const { data } = useQuery(payeeQuery());
  const worth = useWorth();
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

/** Requests a payout, after a confirmation (PY-02 to PY-07, X-13). The input is kept on failure. */
export function PayoutForm({ account }: { account: string }) {
  const { t } = useLingui();
  const worth = useWorth();
  const { data: balance } = useQuery(balanceQuery(account));
  const request = useMutation({
    ...requestPayout(useQueryClient()),
    // Not on the mutate call: the pending request unmounts this form before the call settles.
    onSuccess: () => toast.success(t`Your payout is requested.`),
  });
  const [requestedCoins, setRequestedCoins] = useState<number>();
  const form = useForm({
    initial: { amount: '' },
    check: ({ amount }) => ({ amount: payoutProblem(amount, balance?.balance) }),
    send: ({ amount }) => Promise.resolve(Number(amount)),
    onDone: (coins) => {
      request.reset();
      setRequestedCoins(coins);
    },
  });
  const confirm = (coins: number) => request.mutate(coins, { onSettled: () => setRequestedCoins(undefined) });
  return (
    <>
      <Form form={form} submitLabel={<Trans>Request Payout</Trans>}>
        <TextField
          {...form.field('amount')}
          label={<Trans>Amount in coins</Trans>}
          aside={
            <span className="text-sm tabular-nums">
              {worth(coinsTyped(form.values.amount) ?? PAYOUT_MIN_COINS)}
            </span>
          }
          type="number"
          inputMode="decimal"
          min={PAYOUT_MIN_COINS}
          step={0.01}
          autoComplete="off"
          placeholder={String(PAYOUT_MIN_COINS)}
          hint={balance && <PayableLine {...balance} />}
        />
        <FormErrors message={request.error?.message} />
      </Form>
      {requestedCoins !== undefined && (
        <PayoutConfirm
          coins={requestedCoins}
          payable={balance?.payable}
          isBusy={request.isPending}
          onConfirm={() => confirm(requestedCoins)}
          onCancel={() => setRequestedCoins(undefined)}
        />
      )}
    </>
  );
}
