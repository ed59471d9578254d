/** "1 coin", "12.5 coins". */
export const coinWords = (coins: number): string => (coins === 1 ? '1 coin' : `${coins} coins`);
