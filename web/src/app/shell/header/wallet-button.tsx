import { plural } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useLayoutEffect, useRef, useState } from 'react';
import { balanceQuery, CoinIcon, hasWallet, wholeCoins } from '../../../features/wallet/index.ts';
import { moneyDialog } from '../../../platform/money-dialog.ts';
import { useSession } from '../../../platform/use-session.ts';
import { classNames } from '../../../ui/class-names.ts';
import { preloadWallet, prefetchMoney } from './money-components.ts';

const TWEEN_MS = 250;

const prefersReducedMotion = () => matchMedia('(prefers-reduced-motion: reduce)').matches;

/**
 * Animates a count towards `target` over a quarter of a second; jumps immediately if the user prefers reduced
 * motion.
 */
function useCountTween(target: number | undefined): number | undefined {
  const [tweened, setTweened] = useState<number>();
  const current = useRef(target);
  useLayoutEffect(() => {
    const from = current.current;
    current.current = target;
    if (from === undefined || target === undefined || from === target || prefersReducedMotion()) {
      setTweened(undefined);
      return undefined;
    }
    const startedAt = performance.now();
    let frame = 0;
    const step = (now: number) => {
      const progress = Math.min(1, Math.max(0, (now - startedAt) / TWEEN_MS));
      current.current = Math.round(from + (target - from) * progress);
      setTweened(progress < 1 ? current.current : undefined);
      if (progress < 1) frame = requestAnimationFrame(step);
    };
    step(startedAt);
    return () => cancelAnimationFrame(frame);
  }, [target]);
  return target === undefined ? undefined : (tweened ?? target);
}

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
  const isOwner = hasWallet(account);
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
      className={classNames(
        'grid h-11 shrink-0 place-content-center justify-items-center gap-0.5 rounded-full px-1 transition-colors hover:bg-raised xl:flex xl:items-center xl:justify-start xl:gap-1.5 xl:bg-marigold-wash xl:px-3.5 xl:hover:bg-line',
        isOwner ? 'min-w-14 xl:min-w-26' : 'min-w-11',
      )}
    >
      <CoinIcon className={isOwner ? 'size-5' : 'size-6'} />
      {/* Its place is reserved, so that nothing moves when the number comes. */}
      {isOwner && (
        <span
          aria-hidden="true"
          className="min-h-3 text-xs leading-none font-bold tabular-nums xl:grow xl:text-center xl:text-sm"
        >
          {shown !== undefined && wholeCoins(shown)}
        </span>
      )}
    </button>
  );
}
