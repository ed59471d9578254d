/** "1 coin", "12.5 coins". */
export const coinLabel = (coins: number): string => (coins === 1 ? '1 coin' : `${coins} coins`);
