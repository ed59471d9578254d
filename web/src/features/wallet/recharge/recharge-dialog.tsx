import { isGuestName } from '@adda/contract/accounts';
import { RECHARGE_PACKAGES } from '@adda/contract/recharge';
import { t } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { Link } from '@tanstack/react-router';
import { useId, useRef, useState } from 'react';
import { useSession } from '../../../platform/use-session.ts';
import { Button, buttonClasses } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { FieldError } from '../../../ui/field.tsx';
import { FormErrors } from '../../../ui/form-errors.tsx';
import { useKeepFocus } from '../../../ui/use-focus-kept.ts';
import { useMoney } from '../../accounts/index.ts';
import { RECHARGE_CURRENCY } from '@adda/contract/payments';
import { ChargeNote, GatewayField, PaymentStatus, SandboxNote, useGateway } from '../../payments/index.ts';
import { CoinIcon } from '../coin-icon.tsx';
import { coinLabel, coinNumber } from '../coin-labels.ts';
import { useRecharge, quickHistory } from './use-recharge.ts';
import { useQuery } from '@tanstack/react-query';
import { balanceQuery } from '../wallet.queries.ts';
import { isDebit, kindOf } from '../history/transaction-labels.ts';
import type { Recharged } from './recharge-call.ts';

/** The newest history entries, with the purchase first (RC-15). */
function NewestEntries() {
  const { data } = useQuery(quickHistory());
  if (!data || data.history.length === 0) return null;
  return (
    <ul className="w-full divide-y divide-line text-start text-sm">
      {data.history.map((entry) => (
        <li key={entry._id} className="flex items-baseline justify-between gap-3 py-2">
          <span className="min-w-0 break-words">{entry.description}</span>
          <span className="shrink-0 font-semibold tabular-nums">
            {isDebit(kindOf(entry)) ? '−' : '+'}
            {coinNumber(entry.amount)}
          </span>
        </li>
      ))}
    </ul>
  );
}

/** Confirms the purchase: bought coins, balance, and the newest history entries. */
function RechargeSuccess({ recharged }: { recharged: Recharged }) {
  const account = useSession()?.username ?? '';
  const { data } = useQuery(balanceQuery(account));
  const coins = coinLabel(recharged.coins);
  const balance = data?.balance ?? recharged.balance;
  return (
    <div className="mt-4 grid justify-items-center gap-4 text-center">
      <CoinIcon className="size-16 motion-safe:animate-rise" />
      <div role="status" tabIndex={-1} className="outline-none">
        <p className="text-2xl font-bold tabular-nums">+{coins}</p>
        {balance !== undefined && (
          <p className="text-mute tabular-nums">
            <Trans>You have {coinLabel(balance)} now.</Trans>
          </p>
        )}
      </div>
      <NewestEntries />
    </div>
  );
}

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

type PackageChoiceProps = {
  /** Price of the chosen package, in dollars. */
  value: number | undefined;
  onChange: (dollars: number) => void;
  error: string | undefined;
  isDisabled: boolean;
};

/** The packages, dollars and their coins, as cards (RC-03). */
function PackageChoice({ value, onChange, error, isDisabled }: PackageChoiceProps) {
  const id = useId();
  const { price } = useMoney();
  const errorId = error ? `${id}-error` : undefined;
  return (
    <fieldset disabled={isDisabled} aria-describedby={errorId}>
      <legend className="pb-2 text-sm font-semibold">
        <Trans>Choose a package</Trans>
      </legend>
      <div className="grid grid-cols-2 gap-2 sm:grid-cols-3">
        {RECHARGE_PACKAGES.map(({ dollars, coins }) => (
          <label
            key={dollars}
            className="relative grid min-h-18 cursor-pointer content-center justify-items-center gap-0.5 rounded-chip border border-edge p-2 text-center transition-colors duration-150 last:col-span-full hover:bg-raised has-checked:border-rani has-checked:bg-rani-wash has-focus-visible:outline-3 has-focus-visible:outline-offset-2 has-focus-visible:outline-teal"
          >
            <input
              type="radio"
              name={`${id}-package`}
              value={dollars}
              checked={dollars === value}
              onChange={() => onChange(dollars)}
              className="sr-only"
            />
            <span className="text-lg font-bold tabular-nums">{price(dollars)}</span>
            <span className="flex items-center gap-1.5 text-sm text-mute tabular-nums">
              <CoinIcon className="size-4" />
              {coinLabel(coins)}
            </span>
          </label>
        ))}
      </div>
      {errorId && (
        <div className="pt-2">
          <FieldError id={errorId}>{error}</FieldError>
        </div>
      )}
    </fieldset>
  );
}

/** Returns the first unmet precondition of a recharge (RC-07 to RC-09); undefined if all are met. */
function rechargeProblem(username: string, dollars: number | undefined): string | undefined {
  if (username === '') return t`Please log in to recharge your wallet`;
  if (isGuestName(username)) return t`Upgrade from Guest to permanent user.`;
  return dollars === undefined ? t`Please select a package` : undefined;
}

/** The packages, the gateways and the payment's progress. The choice is kept on failure. */
function Choice({ account, recharging }: { account: string; recharging: ReturnType<typeof useRecharge> }) {
  const { isBusy, step, problem, start, reset, checkout } = recharging;
  const [dollars, setDollars] = useState<number>();
  const [lack, setLack] = useState<string>();
  const { isKnown, ...gateways } = useGateway();
  const money = useMoney();
  const price = dollars === undefined ? '' : money.price(dollars);
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
        {offer && <ChargeNote charged={RECHARGE_CURRENCY} shown={money.currency} />}
        <Button isWide isBusy={isBusy} disabled={!offer} onClick={press}>
          {price === '' ? <Trans>Add coins</Trans> : <Trans>Pay {price}</Trans>}
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
  const hundred = useMoney().worth(100);
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
          : t`100 coins are ${hundred}. Coins are for gifts; they can't be turned back into money.`
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
