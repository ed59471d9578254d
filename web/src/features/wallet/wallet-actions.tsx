import { useLingui } from '@lingui/react/macro';
import { BanknoteArrowUp, FerrisWheel, MousePointerClick, Plus, Trophy } from 'lucide-react';
import type { MoneyDialog } from '../../platform/money-dialog.ts';
import { Button } from '../../ui/button.tsx';
import { classNames } from '../../ui/class-names.ts';

export type WalletActionsProps = {
  /** False for guests, who can't recharge or request payouts (RC-23, PY-08), but may spin and view. */
  isOwner: boolean;
  opened: MoneyDialog | undefined;
  onOpen: (dialog: MoneyDialog) => void;
};

/** The actions of the wallet (SH-45 to SH-49). */
export function WalletActions({ isOwner, opened, onOpen }: WalletActionsProps) {
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
