const RECENT = 'emoji/recent';
const TONE = 'emoji/skin-tone';

/** So many are kept; one row of the picker. */
const MOST = 7;

const tones = ['none', 'light', 'medium-light', 'medium', 'medium-dark', 'dark'] as const;

/** A colour of hands and faces. */
export type SkinTone = (typeof tones)[number];

/** What somebody last used of the emoji picker; kept in this browser. */
export const recentEmoji = {
  /** The last used ones, the latest first. */
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
