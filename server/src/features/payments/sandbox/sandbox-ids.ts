import { randomInt } from 'node:crypto';

const LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789';
const ALL = `${LETTERS}abcdefghijklmnopqrstuvwxyz`;

const randomText = (alphabet: string, length: number) =>
  Array.from({ length }, () => alphabet[randomInt(alphabet.length)]).join('');

/** An id in Razorpay's form. */
export const razorpayId = (kind: 'order' | 'pay' | 'rfnd' | 'evt'): string =>
  `${kind}_${randomText(ALL, 14)}`;

/** An id in PayPal's form: orders, captures and refunds alike. */
export const paypalId = (): string => randomText(LETTERS, 17);
