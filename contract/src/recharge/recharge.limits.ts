/** The packages: price in dollars and the coins for it (RC-03). */
export const RECHARGE_PACKAGES = [
  { dollars: 1, coins: 100 },
  { dollars: 2, coins: 200 },
  { dollars: 5, coins: 500 },
  { dollars: 10, coins: 1000 },
  { dollars: 20, coins: 2000 },
  { dollars: 50, coins: 5000 },
  { dollars: 100, coins: 10_000 },
] as const;

/** Returns the package for an amount in cents, the unit of orders (RC-14, X-12). */
export const packageOf = (minorUnits: number) =>
  RECHARGE_PACKAGES.find(({ dollars }) => dollars * 100 === minorUnits);
