const RECENT = 'emoji/recent';
const TONE = 'emoji/skin-tone';

/** Number of emoji to keep; one row of the picker. */
const MOST = 7;

const tones = ['none', 'light', 'medium-light', 'medium', 'medium-dark', 'dark'] as const;

/** Skin tone of hands and faces. */
export type SkinTone = (typeof tones)[number];

/** The recently used emoji and the skin tone; stored in this browser. */
export const recentEmoji = {
  /** Recently used emoji, newest first. */
  list(): readonly string[] {
    return (localStorage.getItem(RECENT) ?? '').split(' ').filter((emoji) => emoji !== '');
  },
  add(emoji: string): void {
    const others = recentEmoji.list().filter((other) => other !== emoji);
    localStorage.setItem(RECENT, [emoji, ...others].slice(0, MOST).join(' '));
  },
  skinTone: (): SkinTone => tones.find((tone) => tone === localStorage.getItem(TONE)) ?? 'none',
  setSkinTone: (tone: SkinTone): void => localStorage.setItem(TONE, tone),
};
