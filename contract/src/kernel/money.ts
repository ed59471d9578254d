import * as z from 'zod/mini';

/** The ledger counts in hundredths of a coin, so that no amount is ever rounded. */
export const HUNDREDTHS = 100;

/** 100 coins are one dollar (WA-09, CO-48): a coin is one cent. */
export const COINS_PER_DOLLAR = 100;

const CENTS = 100;

/** Whether an amount has at most two decimals. */
export const isWholeHundredths = (amount: number): boolean =>
  Math.abs(amount * HUNDREDTHS - Math.round(amount * HUNDREDTHS)) < 1e-6;

/** Converts hundredths (ledger) to coins (wire, at most two decimals). */
export const coinsOf = (hundredths: number): number => hundredths / HUNDREDTHS;

/** Converts coins (at most two decimals) to hundredths. */
export const hundredthsOf = (coins: number): number => Math.round(coins * HUNDREDTHS);

/** Converts coins to dollars. */
export const dollarsOfCoins = (coins: number): number => coins / COINS_PER_DOLLAR;

/** Converts cents of a dollar to coins. */
export const coinsOfCents = (cents: number): number => (cents * COINS_PER_DOLLAR) / CENTS;

/** An amount of coins on the wire. */
export const coins = z.number();
