import type { Payout } from '@adda/contract/wallet';
import { Trans } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { BanknoteArrowUp } from 'lucide-react';
import { useRef } from 'react';
import { useSession } from '../../../platform/use-session.ts';
import { Dialog } from '../../../ui/dialog.tsx';
import { Skeleton } from '../../../ui/skeletons.tsx';
import { Time } from '../../../ui/time.tsx';
import { useNow } from '../../../ui/time-clock.ts';
import { useKeepFocus } from '../../../ui/use-focus-kept.ts';
import { EmailState, meQuery } from '../../accounts/index.ts';
import { GuestInvitation } from '../guest-invitation.tsx';
import { hasWallet, payeeQuery, payoutsPage } from '../wallet.queries.ts';
import { PayeeSection } from './payee-section.tsx';
import { PayoutForm } from './payout-form.tsx';
import { PayoutList } from './payout-list.tsx';
import { useWorth } from './payout-labels.ts';

/** One request at a time (SV-91): a pending one replaces the form. */
function WaitingPayout({ payout }: { payout: Payout }) {
  const worth = useWorth();
  return (
    <div role="status" className="flex items-start gap-3 rounded-card bg-marigold-wash p-5">
      <BanknoteArrowUp aria-hidden="true" className="mt-0.5 size-5 shrink-0" />
      <div className="min-w-0">
        <p className="text-lg font-bold tabular-nums">{worth(payout.amount)}</p>
        <p>
          <Trans>This request waits for our decision. You can ask for the next payout after it.</Trans>
        </p>
      </div>
    </div>
  );
}

/** The payee was changed recently: shows when the next payout can be requested. */
function PayeeHold({ until }: { until: string }) {
  return (
    <div role="status" className="rounded-card bg-marigold-wash p-5">
      <p>
        <Trans>
          You changed where the money goes. To keep your coins safe, you can ask for a payout from{' '}
          <Time value={until} as="full" />.
        </Trans>
      </p>
    </div>
  );
}

/** The precondition: a confirmed e-mail address (SV-91). */
function EmailNeeded({ email }: { email: string }) {
  return (
    <div className="grid grid-cols-1 gap-3">
      <p className="font-semibold">
        <Trans>Confirm your e-mail before you ask for a payout</Trans>
      </p>
      <EmailState email={email} isVerified={false} />
    </div>
  );
}

/** The form, or a notice that replaces it. The replacement takes over the focus of the form. */
function NextStep({ account }: { account: string }) {
  const { data: me } = useQuery(meQuery);
  const { data, error } = useQuery(payoutsPage(1));
  const heldUntil = useQuery(payeeQuery()).data?.payouts_from ?? null;
  const now = useNow(heldUntil !== null);
  const isHeld = heldUntil !== null && Date.parse(heldUntil) > now;
  const place = useRef<HTMLDivElement>(null);
  const focusKept = useKeepFocus(() => place.current);
  const waiting = data?.payouts.find(({ status }) => status === 'pending');
  const step = () => {
    if (waiting) return <WaitingPayout payout={waiting} />;
    if (me && !me.email_verified && me.email !== null) return <EmailNeeded email={me.email} />;
    if (isHeld) return <PayeeHold until={heldUntil} />;
    // If the requests failed to load, the server checks for a pending one.
    return data || error ? <PayoutForm account={account} /> : <Skeleton className="h-44 rounded-card" />;
  };
  return (
    <div ref={place} tabIndex={-1} className="grid grid-cols-1 gap-6 outline-none" {...focusKept}>
      {step()}
    </div>
  );
}

function OwnPayouts({ account }: { account: string }) {
  return (
    <div className="grid grid-cols-1 gap-6 pt-2">
      <NextStep account={account} />
      <PayeeSection />
      <PayoutList />
    </div>
  );
}

/** Payouts: request, payee and history (SH-46, PY-01, X-13); not for guests (PY-08). */
export function PayoutDialog({ onClose }: { onClose: () => void }) {
  const account = useSession()?.username ?? '';
  return (
    <Dialog isOpen keepOpenOnOutsidePress onClose={onClose} title={<Trans>Request Payout</Trans>}>
      {hasWallet(account) ? (
        <OwnPayouts account={account} />
      ) : (
        <div className="pt-2">
          <GuestInvitation>
            <Trans>Upgrade from Guest to permanent user.</Trans>
          </GuestInvitation>
        </div>
      )}
    </Dialog>
  );
}
