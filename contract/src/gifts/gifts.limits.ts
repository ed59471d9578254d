/** What can be given and the coins that it costs and is worth (GI-01). */
export const GIFTS = {
  kiss: { cost: 10, emoji: '💋', description: 'Kiss' },
  love: { cost: 25, emoji: '❤️', description: 'Love' },
  like: { cost: 5, emoji: '👍', description: 'Like' },
  hug: { cost: 15, emoji: '🤗', description: 'Hug' },
  smile: { cost: 8, emoji: '😊', description: 'Smile' },
} as const;

export type GiftType = keyof typeof GIFTS;

/** Whether a name is that of a gift. */
export const isGiftType = (name: string): name is GiftType => Object.hasOwn(GIFTS, name);
