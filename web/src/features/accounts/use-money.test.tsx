import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { showPeople, type RequestHandler } from '../../test/people-page.tsx';
import { useMoney } from './use-money.ts';

function Shown({ dollars }: { dollars: number }) {
  const { price, sum, worth } = useMoney();
  return <p>{[price(dollars), sum(dollars), worth(dollars * 100)].join(' | ')}</p>;
}

const server =
  (currency: string, rate?: number): RequestHandler =>
  ({ path }) => {
    if (path === '/users/settings') return { body: { currency } };
    return path === '/config/client' && rate !== undefined ? { body: { inr_per_usd: rate } } : undefined;
  };

it.each([
  ['USD', 5, 85, '$5 | $5.00 | $5.00'],
  ['USD', 4.5, 85, '$4.50 | $4.50 | $4.50'],
  ['USD', 12_345, 85, '$12,345 | $12,345.00 | $12,345.00'],
  ['INR', 5, 85, '₹425 | ₹425.00 | ₹425.00'],
  ['INR', 4.99, 85, '₹424.15 | ₹424.15 | ₹424.15'],
  ['INR', 12_345, 85, '₹10,49,325 | ₹10,49,325.00 | ₹10,49,325.00'],
  // A price is rounded up to whole paise, as the provider charges it.
  ['INR', 0.01, 83.333, '₹0.84 | ₹0.83 | ₹0.83'],
  ['INR', 19.99, 83.25, '₹1,664.17 | ₹1,664.17 | ₹1,664.17'],
  ['INR', 1.1, 100, '₹110 | ₹110.00 | ₹110.00'],
])('HM-16, X-09: a reader of %s sees %d dollars at %d as %s', async (currency, dollars, rate, text) => {
  const { asked } = await showPeople(() => <Shown dollars={dollars} />, server(currency, rate));
  expect(screen.getByText('… | … | …')).toBeTruthy();
  expect(await screen.findByText(text)).toBeTruthy();
  expect(asked('GET /config/client')).toHaveLength(currency === 'INR' ? 1 : 0);
});

it.each([
  ['setting', () => undefined],
  ['rate', server('INR')],
])('HM-16: money is in dollars where the %s can’t be loaded', async (_what, answering) => {
  await showPeople(() => <Shown dollars={5} />, answering);
  expect(await screen.findByText('$5 | $5.00 | $5.00')).toBeTruthy();
});
