import { expect, it } from 'vitest';
import { chargeOf, coinShareOf, isChargeable, leastPrice, proceedsOf, shareOf } from './sales.policy.ts';

const prices = (inrPerUsd: number, feePercent = 10) => ({ inrPerUsd, feePercent });

it.each([
  [499, 85, 42_415],
  [1, 85, 85],
  [1, 85.37, 86],
  [100, 85.37, 8537],
  [29, 1.1, 32],
  [110, 1.1, 121],
  [1_000_000, 85.123_456, 85_123_456],
  [3, 83.333_333, 250],
])(
  'X-09: %i cents at %d rupees for a dollar are %i paise, rounded up and never by a float',
  (cents, rate, paise) => {
    expect(chargeOf(cents, 'razorpay', prices(rate))).toEqual({
      gateway: 'razorpay',
      amount: paise,
      currency: 'INR',
    });
  },
);

it('SU-14, SU-16, X-10: PayPal’s amount is the price in cents', () => {
  expect(chargeOf(499, 'paypal', prices(85))).toEqual({ gateway: 'paypal', amount: 499, currency: 'USD' });
});

it.each([
  [499, 10, 44_900],
  [499, 0, 49_900],
  [499, 100, 0],
  [1, 10, 0],
  [2, 12.5, 100],
  [333, 12.3, 29_200],
  [1_000_000, 2.9, 97_100_000],
])(
  'SV-78, X-14: of %i cents less %d percent the creator gets %i hundredths of a coin, whole coins',
  (cents, fee, net) => {
    expect(proceedsOf(cents, prices(85, fee))).toEqual({ gross: cents * 100, net });
  },
);

it('R-10: shares of partial amounts never exceed the whole, and the full amount yields the full share', () => {
  expect(shareOf(44_910, 1, 3)).toBe(14_970);
  expect(shareOf(100, 1, 3)).toBe(33);
  expect(shareOf(100_000_000, 85_000_000, 85_000_000)).toBe(100_000_000);
});

it('X-14: partial refunds of a sale are whole coins, and a full refund is the full amount', () => {
  expect(coinShareOf(44_900, 1, 3)).toBe(14_900);
  expect(coinShareOf(44_910, 3, 3)).toBe(44_910);
  expect(coinShareOf(44_900, 1, 1000)).toBe(0);
});

it.each([
  [85, 2],
  [100, 1],
  [99.5, 1],
  [50, 2],
  [1, 100],
])('PL-05: at %d rupees per dollar %i cents are the minimum of both providers', (rate, cents) => {
  expect(leastPrice(prices(rate))).toBe(cents);
  expect(isChargeable(cents, prices(rate))).toBe(true);
});
