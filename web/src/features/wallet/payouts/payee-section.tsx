import type { Payee } from '@adda/contract/wallet';
import { Trans } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { useId, useRef, useState } from 'react';
import { Button } from '../../../ui/button.tsx';
import { Skeleton } from '../../../ui/skeletons.tsx';
import { tryAgain } from '../../../ui/try-again.tsx';
import { useKeepFocus } from '../../../ui/use-focus-kept.ts';
import { payeeQuery } from '../wallet.queries.ts';
import { PayeeForm } from './payee-form.tsx';
import { payeeKindLabel } from './payout-labels.ts';

/** Kind, holder and last characters of the account. */
export function PayeeFacts({ payee }: { payee: Payee }) {
  return (
    <span className="min-w-0 wrap-anywhere">
      <span className="font-semibold">{payeeKindLabel()[payee.kind]}</span>
      {' · '}
      {payee.name}
      {' · '}
      {payee.account_masked}
    </span>
  );
}

function SavedPayee({ payee, onChange }: { payee: Payee | null; onChange: () => void }) {
  return (
    <div className="flex flex-wrap items-center justify-between gap-3">
      {payee ? (
        <PayeeFacts payee={payee} />
      ) : (
        <p className="min-w-0 grow basis-40 text-mute">
          <Trans>Say it once, before your first payout.</Trans>
        </p>
      )}
      <Button tone="quiet" size="small" className="tap" onClick={onChange}>
        {payee ? <Trans>Change</Trans> : <Trans>Add</Trans>}
      </Button>
    </div>
  );
}

/** The caller's payee, with a way to set or change it (SV-93). */
export function PayeeSection() {
  const id = useId();
  const region = useRef<HTMLElement>(null);
  const focusKept = useKeepFocus(() => region.current?.querySelector<HTMLElement>('select, button'));
  const [isChanging, setChanging] = useState(false);
  const { data, error, refetch } = useQuery(payeeQuery());
  const stop = () => setChanging(false);
  return (
    <section ref={region} aria-labelledby={id} className="grid grid-cols-1 gap-2" {...focusKept}>
      <h3 id={id} className="text-lg">
        <Trans>Where the money goes</Trans>
      </h3>
      {!data && !error && <Skeleton className="h-11" />}
      {!data && error && (
        <p role="alert" className="flex flex-wrap items-center gap-3 text-sm">
          <Trans>This didn't load.</Trans>
          {tryAgain(() => void refetch())}
        </p>
      )}
      {data && !isChanging && <SavedPayee payee={data.payee} onChange={() => setChanging(true)} />}
      {data && isChanging && <PayeeForm known={data.payee} onDone={stop} onCancel={stop} />}
    </section>
  );
}
