/** The gifts, with their price and value in coins (GI-01). */
export const GIFTS = {
  kiss: { cost: 10, emoji: '💋', description: 'Kiss' },
  love: { cost: 25, emoji: '❤️', description: 'Love' },
  like: { cost: 5, emoji: '👍', description: 'Like' },
  hug: { cost: 15, emoji: '🤗', description: 'Hug' },
  smile: { cost: 8, emoji: '😊', description: 'Smile' },
} as const;

export type GiftType = keyof typeof GIFTS;

/** Whether a name is a gift type. */
export const isGiftType = (name: string): name is GiftType => Object.hasOwn(GIFTS, name);
