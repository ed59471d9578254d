import { plural } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { balanceQuery, CoinIcon, wholeCoins } from '../../../features/wallet/index.ts';
import { moneyDialog } from '../../../platform/money-dialog.ts';
import { useSession } from '../../../platform/use-session.ts';
import { preloadWallet, prefetchMoney } from './money-components.ts';
import { useCountTween } from './use-count-tween.ts';

/**
 * Opens the wallet and shows the balance in whole coins (SH-13, WA-08, X-15), refreshed every 30 s. Guests
 * see no number and no request is made for them (WA-05). Hover or focus preloads the wallet's code and
 * history.
 */
export function WalletButton() {
  const { t } = useLingui();
  const client = useQueryClient();
  const account = useSession()?.username ?? '';
  const { data } = useQuery(balanceQuery(account));
  const whole = data && Math.floor(data.balance);
  const shown = useCountTween(whole);
  const words = whole === undefined ? '' : plural(whole, { one: '# coin', other: '# coins' });
  const label = words === '' ? t`Wallet` : t`Wallet: ${words}`;
  const preload = () => {
    preloadWallet();
    prefetchMoney(client, account, 'wallet');
  };
  return (
    <button
      type="button"
      title={label}
      aria-label={label}
      onPointerEnter={preload}
      onFocus={preload}
      onClick={() => moneyDialog.open('wallet')}
      className="grid h-11 min-w-11 shrink-0 place-content-center justify-items-center gap-0.5 rounded-full px-1 transition-colors hover:bg-raised xl:flex xl:items-center xl:gap-1.5 xl:bg-marigold-wash xl:px-3.5 xl:hover:bg-line"
    >
      <CoinIcon className={shown === undefined ? 'size-6' : 'size-5'} />
      {shown !== undefined && (
        <span aria-hidden="true" className="text-xs leading-none font-bold tabular-nums xl:text-sm">
          {wholeCoins(shown)}
        </span>
      )}
    </button>
  );
}
