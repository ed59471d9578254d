import { Trans } from '@lingui/react/macro';
import type { MoneyDialog } from '../../platform/money-dialog.ts';
import { useSession } from '../../platform/use-session.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { PublicSandboxNote } from '../../ui/public-sandbox-note.tsx';
import { BalanceCard } from './balance-card.tsx';
import { GuestInvitation } from './guest-invitation.tsx';
import { HistoryList } from './history/history-list.tsx';
import { WalletActions } from './wallet-actions.tsx';
import { hasWallet } from './wallet.queries.ts';

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
