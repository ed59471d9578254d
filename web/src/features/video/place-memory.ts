import type { PlayerPlace, PlayerSize } from './player-place.ts';

const KEY = 'videoPlayer';
const HEIGHT_KEY = 'videoPlayerHeight';

const isSize = (value: unknown): value is PlayerSize =>
  value === 'small' || value === 'full' || value === 'maximized';

const isLength = (value: unknown): value is number =>
  typeof value === 'number' && Number.isFinite(value) && value >= 0;

function read(text: string | null): unknown {
  try {
    return text === null ? undefined : JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** The player's position and size, stored in this browser. */
export const placeMemory = {
  /** Returns the stored place; undefined without valid data. */
  get(): PlayerPlace | undefined {
    const value = read(localStorage.getItem(KEY));
    if (typeof value !== 'object' || value === null) return undefined;
    const { x, y, size, width }: Partial<Record<keyof PlayerPlace, unknown>> = value;
    if (!isLength(x) || !isLength(y) || !isSize(size)) return undefined;
    return { x, y, size, width: isLength(width) ? width : undefined };
  },
  set: (place: PlayerPlace): void => localStorage.setItem(KEY, JSON.stringify(place)),
};

/** The height of a docked player, stored for the tab. */
export const heightMemory = {
  get(): number | undefined {
    const height = read(sessionStorage.getItem(HEIGHT_KEY));
    return isLength(height) ? height : undefined;
  },
  set(height: number | undefined): void {
    if (height === undefined) sessionStorage.removeItem(HEIGHT_KEY);
    else sessionStorage.setItem(HEIGHT_KEY, JSON.stringify(height));
  },
};
