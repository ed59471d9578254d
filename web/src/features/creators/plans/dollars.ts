/** Formats US dollars: whole amounts without cents, others with them. */
export const dollars = (amount: number): string =>
  `$${Number.isInteger(amount) ? amount : amount.toFixed(2)}`;
