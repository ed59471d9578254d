import { isGuestName } from '@adda/contract/accounts';
import { Trans, useLingui } from '@lingui/react/macro';
import { Link } from '@tanstack/react-router';
import { useRef, useState } from 'react';
import { useSession } from '../../../platform/use-session.ts';
import { Button, buttonClasses } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { FormErrors } from '../../../ui/form-errors.tsx';
import { useKeepFocus } from '../../../ui/use-focus-kept.ts';
import { GatewayField, PaymentStatus, SandboxNote, useGateway } from '../../payments/index.ts';
import { PackageChoice } from './package-choice.tsx';
import { rechargeProblem } from './recharge-checks.ts';
import { RechargeSuccess } from './recharge-success.tsx';
import { useRecharge } from './use-recharge.ts';

export type RechargeDialogProps = { onClose: () => void };

/** Shown to users who can't buy coins, with a link to change that (RC-07, RC-08, RC-23). */
function RechargeUnavailable({
  text,
  to,
  onClose,
}: {
  text: string;
  to: '/login' | '/upgrade';
  onClose: () => void;
}) {
  return (
    <div className="mt-4 grid gap-4 rounded-card bg-marigold-wash p-4">
      <p className="font-semibold">{text}</p>
      <Link to={to} className={buttonClasses('warm')} onClick={onClose}>
        {to === '/login' ? <Trans>Log in</Trans> : <Trans>Keep my account</Trans>}
      </Link>
    </div>
  );
}

/** The packages, the gateways and the payment's progress. The choice is kept on failure. */
function Choice({ account, recharging }: { account: string; recharging: ReturnType<typeof useRecharge> }) {
  const { isBusy, step, problem, start, reset, checkout } = recharging;
  const [dollars, setDollars] = useState<number>();
  const [lack, setLack] = useState<string>();
  const { isKnown, ...gateways } = useGateway();
  const { offer } = gateways;
  const choices = useRef<HTMLDivElement>(null);
  const press = () => {
    const found = rechargeProblem(account, dollars);
    setLack(found);
    if (found !== undefined) choices.current?.querySelector('input')?.focus();
    if (found === undefined && dollars !== undefined && offer) start({ dollars, offer });
  };
  const choose = (next: number) => {
    setDollars(next);
    setLack(undefined);
    reset();
  };
  return (
    <div ref={choices} className="mt-4 grid gap-5">
      <PackageChoice value={dollars} onChange={choose} error={lack} isDisabled={isBusy} />
      <GatewayField {...gateways} isDisabled={isBusy} />
      {isKnown && !offer && (
        <p className="text-mute">
          <Trans>This server doesn't take payments yet, so nobody can buy coins here for now.</Trans>
        </p>
      )}
      {problem && <FormErrors {...problem} />}
      <div className="grid gap-3">
        <Button isWide isBusy={isBusy} disabled={!offer} onClick={press}>
          {dollars === undefined ? <Trans>Add coins</Trans> : <Trans>Pay ${dollars}</Trans>}
        </Button>
        <PaymentStatus step={step} />
        {offer?.is_sandbox && <SandboxNote />}
      </div>
      {checkout}
    </div>
  );
}

/** Buys coins (RC-01 to RC-23). */
export function RechargeDialog({ onClose }: RechargeDialogProps) {
  const { t } = useLingui();
  const account = useSession()?.username ?? '';
  const recharging = useRecharge();
  const { done, reset } = recharging;
  const region = useRef<HTMLDivElement>(null);
  const focusProps = useKeepFocus(() => region.current?.querySelector<HTMLElement>('[tabindex], input'));
  const isOutside = account === '' || isGuestName(account);
  const actions = done && (
    <>
      <Button tone="quiet" onClick={reset}>
        <Trans>Buy more</Trans>
      </Button>
      <Button onClick={onClose}>
        <Trans>Done</Trans>
      </Button>
    </>
  );
  return (
    <Dialog
      isOpen
      keepOpenOnOutsidePress
      onClose={onClose}
      title={t`Recharge Wallet`}
      description={
        done
          ? undefined
          : t`100 coins are one dollar. Coins are for gifts; they can't be turned back into money.`
      }
      actions={actions}
    >
      {isOutside && (
        <RechargeUnavailable
          text={rechargeProblem(account, undefined) ?? ''}
          to={account === '' ? '/login' : '/upgrade'}
          onClose={onClose}
        />
      )}
      {!isOutside && (
        <div ref={region} {...focusProps}>
          {done ? <RechargeSuccess recharged={done} /> : <Choice account={account} recharging={recharging} />}
        </div>
      )}
    </Dialog>
  );
}
