import type { PayoutCase } from '@adda/contract/wallet';
import { Trans } from '@lingui/react/macro';
import { useMutation } from '@tanstack/react-query';
import { Eye } from 'lucide-react';
import { Button } from '../../../ui/button.tsx';
import { FormErrors } from '../../../ui/form-errors.tsx';
import { DetailBlock } from '../frame/detail-block.tsx';
import { Fact } from '../frame/fact.tsx';
import { failureText } from '../frame/failure-text.ts';
import { payeeKindName } from './payout-labels.ts';
import { readAccount } from './payouts.queries.ts';

/** The payee, masked until the full account is requested; the full account is not kept after leaving (SV-93). */
export function PayeeBlock({ payout }: { payout: PayoutCase }) {
  const { payee } = payout;
  const account = useMutation({ mutationFn: () => readAccount(payout.id), gcTime: 0 });
  return (
    <DetailBlock title={<Trans>Payee</Trans>}>
      {payee ? (
        <>
          <dl className="grid gap-2 sm:grid-cols-3">
            <Fact name={<Trans>Name</Trans>}>{payee.name}</Fact>
            <Fact name={<Trans>Kind</Trans>}>{payeeKindName(payee.kind)}</Fact>
            <Fact name={<Trans>Account</Trans>}>
              <span role="status" className="tabular-nums">
                {account.data ?? payee.account_masked}
              </span>
            </Fact>
          </dl>
          <FormErrors message={account.error ? failureText(account.error) : undefined} />
          {account.data === undefined && (
            <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
              <Button
                tone="quiet"
                size="small"
                isBusy={account.isPending}
                onClick={() => account.mutate()}
                icon={<Eye aria-hidden="true" className="size-4" />}
              >
                <Trans>Show account</Trans>
              </Button>
              <p className="text-sm text-mute">
                <Trans>It is kept in the audit that you looked.</Trans>
              </p>
            </div>
          )}
        </>
      ) : (
        <p className="text-sm text-mute">
          <Trans>They have not said where the money goes. Ask them before you pay.</Trans>
        </p>
      )}
    </DetailBlock>
  );
}
