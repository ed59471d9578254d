import { Trans, useLingui } from '@lingui/react/macro';
import type { MoneyDialog } from '../../platform/money-dialog.ts';
import { useSession } from '../../platform/use-session.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { PublicSandboxNote } from '../../ui/public-sandbox-note.tsx';
import { GuestInvitation } from './guest-invitation.tsx';
import { HistoryList } from './history/history-list.tsx';
import { hasWallet, balanceQuery } from './wallet.queries.ts';
import { useQuery } from '@tanstack/react-query';
import { CoinIcon } from './coin-icon.tsx';
import { classNames } from '../../ui/class-names.ts';
import { Skeleton } from '../../ui/skeletons.tsx';
import { tryAgain } from '../../ui/try-again.tsx';
import { useMoney } from '../accounts/index.ts';
import { coinLabel } from './coin-labels.ts';
import { BanknoteArrowUp, FerrisWheel, MousePointerClick, Plus, Trophy } from 'lucide-react';
import { Button } from '../../ui/button.tsx';

type WalletActionsProps = {
  /** False for guests, who can't recharge or request payouts (RC-23, PY-08), but may spin and view. */
  isOwner: boolean;
  opened: MoneyDialog | undefined;
  onOpen: (dialog: MoneyDialog) => void;
};

/** The actions of the wallet (SH-45 to SH-49). */
function WalletActions({ isOwner, opened, onOpen }: WalletActionsProps) {
  const { t } = useLingui();
  const startAt = (dialog: MoneyDialog) => ({ 'data-autofocus': opened === dialog || undefined });
  const tile = (dialog: MoneyDialog, label: string, Icon: typeof Plus) => (
    <li className="contents">
      <button
        type="button"
        className="grid min-h-19 justify-items-center gap-1 rounded-card bg-raised px-1 py-2.5 text-center text-sm font-semibold transition duration-150 hover:bg-line active:scale-[.98]"
        onClick={() => onOpen(dialog)}
        {...startAt(dialog)}
      >
        <Icon aria-hidden="true" className="size-6 text-rani-ink" />
        {label}
      </button>
    </li>
  );
  return (
    <div className="grid gap-2">
      {isOwner && (
        <Button
          isWide
          icon={<Plus aria-hidden="true" className="size-5" />}
          onClick={() => onOpen('recharge')}
          {...startAt('recharge')}
        >
          {t`Recharge Wallet`}
        </Button>
      )}
      <ul
        aria-label={t`What you can do`}
        className={classNames(
          'grid gap-2',
          // Two rows of two, instead of a single button in the second row.
          isOwner ? 'grid-cols-2 sm:grid-cols-4' : 'grid-cols-[repeat(auto-fit,minmax(5.5rem,1fr))]',
        )}
      >
        {tile('spin', t`Daily Spin`, FerrisWheel)}
        {tile('ads', t`Earn Rewards`, MousePointerClick)}
        {tile('leaderboard', t`Leaderboard`, Trophy)}
        {isOwner && tile('payout', t`Request Payout`, BanknoteArrowUp)}
      </ul>
    </div>
  );
}

/** Longest amount that fits in the largest font size on the smallest phone. */
const LARGE_LETTERS = 11;

/** The balance in the user's currency and in coins (WA-08, WA-09, X-15, HM-16), its payable part and its held part (X-13). */
function BalanceCard({ account }: { account: string }) {
  const { data, error, refetch } = useQuery(balanceQuery(account));
  const money = useMoney();
  // Also until the currency is known: a longer sum would move the coins beside it.
  if (!data || money.currency === undefined) {
    if (data || !error) return <Skeleton className="h-27.25 rounded-card max-[27.5rem]:h-32.25" />;
    return (
      <div role="alert" className="flex flex-wrap items-center gap-3 rounded-card bg-danger-wash p-4">
        <p className="grow font-semibold text-danger">
          <Trans>Your balance didn't load.</Trans>
        </p>
        {tryAgain(() => void refetch())}
      </div>
    );
  }
  const worth = money.worth(data.balance);
  const [coins, payable, held] = [coinLabel(data.balance), coinLabel(data.payable), coinLabel(data.held)];
  return (
    <section className="grid gap-2 rounded-card bg-marigold-wash p-5">
      <p className="flex flex-wrap items-baseline gap-x-3 gap-y-1">
        <span
          className={classNames(
            'font-display font-extrabold wrap-anywhere tabular-nums',
            worth.length > LARGE_LETTERS ? 'text-2xl' : 'text-3xl',
          )}
        >
          {worth}
        </span>
        <span className="inline-flex items-center gap-1.5 font-semibold tabular-nums">
          <CoinIcon className="size-5" />
          {coins}
        </span>
      </p>
      <p className="text-sm">
        {data.payable > 0 ? (
          <Trans>{payable} can be paid out: all that you didn't buy.</Trans>
        ) : (
          <Trans>Coins that you earn or are given can be paid out.</Trans>
        )}
      </p>
      {data.held > 0 && (
        <p className="text-sm">
          <Trans>{held} more are held for your payout request.</Trans>
        </p>
      )}
    </section>
  );
}

export type WalletDialogProps = {
  /** The dialog that the user just returned from: its button gets the focus. */
  opened: MoneyDialog | undefined;
  onOpen: (dialog: MoneyDialog) => void;
  onClose: () => void;
};

/** Balance, actions and history (SH-32, WA-01, WA-02, X-15); guests see how to get a wallet. */
export function WalletDialog({ opened, onOpen, onClose }: WalletDialogProps) {
  const account = useSession()?.username ?? '';
  const isOwner = hasWallet(account);
  return (
    <Dialog isOpen onClose={onClose} title={<Trans>Wallet</Trans>}>
      <div className="grid grid-cols-1 gap-5 pt-2">
        <PublicSandboxNote />
        {isOwner ? (
          <BalanceCard account={account} />
        ) : (
          <GuestInvitation>
            <Trans>Create register account to earn money!</Trans>
          </GuestInvitation>
        )}
        <WalletActions isOwner={isOwner} opened={opened} onOpen={onOpen} />
        {isOwner && <HistoryList />}
      </div>
    </Dialog>
  );
}
