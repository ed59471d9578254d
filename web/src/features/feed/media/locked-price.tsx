import { Trans } from '@lingui/react/macro';
import { useMoney } from '../../accounts/index.ts';

/** The lowest price of a locked post (HM-14) in the user's currency; hidden until that is known. */
export function LockedPrice({ dollars }: { dollars: number }) {
  const { currency, price } = useMoney();
  const amount = price(dollars);
  return (
    <span className={currency === undefined ? 'invisible' : undefined}>
      <Trans>from {amount}</Trans>
    </span>
  );
}
