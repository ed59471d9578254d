import type { Currency } from '@adda/contract/accounts';
import { dollarsOfCoins } from '@adda/contract/kernel/money';
import { useQuery, type UseQueryResult } from '@tanstack/react-query';
import { clientConfig } from '../../platform/client-config.ts';
import { userSettingsQuery } from './accounts.queries.ts';

const MINOR_UNITS = 100;

/** Rounding up must not add a paisa because of floating-point noise. */
const NOISE_DIGITS = 6;

/** Shown until the currency is known. */
const UNKNOWN = '…';

/** India groups digits as 12,34,567. */
const locales: Readonly<Record<Currency, string>> = { INR: 'en-IN', USD: 'en-US' };

function amountText(amount: number, currency: Currency, digits: number): string {
  const options = {
    style: 'currency',
    currency,
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
  };
  return new Intl.NumberFormat(locales[currency], options as Intl.NumberFormatOptions).format(amount);
}

/** Converts dollars to rupees, rounded up to whole paise as the server charges them. */
const rupeesOf = (dollars: number, rate: number): number =>
  Math.ceil(Number((Math.round(dollars * MINOR_UNITS) * rate).toFixed(NOISE_DIGITS))) / MINOR_UNITS;

/** Neither loaded nor failed so far; a further try after a failure changes nothing that is shown. */
const isFirstLoad = ({ data, errorUpdateCount }: UseQueryResult): boolean =>
  data === undefined && errorUpdateCount === 0;

/** Formats amounts, which are dollars on the wire, in the currency that the user reads. */
export type Money = {
  /** Undefined until it is known. */
  readonly currency: Currency | undefined;
  /** Formats a price: '$1.50', and '$5' or '₹425' without decimals where it is whole. */
  readonly price: (dollars: number) => string;
  /** Formats a sum, always with decimals: '$27.00'. */
  readonly sum: (dollars: number) => string;
  /** Formats the value of coins, always with decimals: '$5.00' (WA-09). */
  readonly worth: (coins: number) => string;
};

/**
 * Returns the formatter for all money that users see: rupees or dollars as they have set, never both (HM-16, X-09, X-13). Rupees
 * are converted at the server's rate. Where the setting or the rate can't be loaded, money is in dollars.
 */
export function useMoney(): Money {
  const settings = useQuery(userSettingsQuery);
  const isInRupees = settings.data?.currency === 'INR';
  const config = useQuery({ ...clientConfig(), enabled: isInRupees });
  const rate = isInRupees ? config.data?.inr_per_usd : undefined;
  const isPending = isFirstLoad(settings) || (isInRupees && isFirstLoad(config));
  const known = rate === undefined ? 'USD' : 'INR';
  const currency = isPending ? undefined : known;
  const show = (dollars: number, rupees: (rate: number) => number, isWholeShort: boolean) => {
    if (currency === undefined) return UNKNOWN;
    const amount = rate === undefined ? dollars : rupees(rate);
    return amountText(amount, currency, isWholeShort && Number.isInteger(amount) ? 0 : 2);
  };
  const sum = (dollars: number) => show(dollars, (perDollar) => dollars * perDollar, false);
  return {
    currency,
    price: (dollars) => show(dollars, (perDollar) => rupeesOf(dollars, perDollar), true),
    sum,
    worth: (coins) => sum(dollarsOfCoins(coins)),
  };
}
