import { randomInt } from 'node:crypto';

const LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789';
const ALL = `${LETTERS}abcdefghijklmnopqrstuvwxyz`;

const randomText = (alphabet: string, length: number) =>
  Array.from({ length }, () => alphabet[randomInt(alphabet.length)]).join('');

/** Returns a new id in Razorpay's format. */
export const razorpayId = (kind: 'order' | 'pay' | 'rfnd' | 'evt'): string =>
  `${kind}_${randomText(ALL, 14)}`;

/** Returns a new id in PayPal's format, the same for orders, captures and refunds. */
export const paypalId = (): string => randomText(LETTERS, 17);
