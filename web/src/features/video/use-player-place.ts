import { useCallback, useMemo, useState, useSyncExternalStore } from 'react';
import {
  barOf,
  boxOf,
  DOCKED_BELOW,
  dockedBox,
  dockedHeights,
  inside,
  nextSize,
  startPlace,
  widthFor,
  type Box,
  type Extent,
  type Heights,
  type PlayerPlace,
  type PlayerSize,
} from './player-place.ts';

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
const heightMemory = {
  get(): number | undefined {
    const height = read(sessionStorage.getItem(HEIGHT_KEY));
    return isLength(height) ? height : undefined;
  },
  set(height: number | undefined): void {
    if (height === undefined) sessionStorage.removeItem(HEIGHT_KEY);
    else sessionStorage.setItem(HEIGHT_KEY, JSON.stringify(height));
  },
};

/** Position and size of the player, and the actions that change them. */
export type PlacedPlayer = {
  readonly box: Box;
  readonly size: PlayerSize;
  readonly isMinimized: boolean;
  /** In a small window the player has a separate row instead of floating. */
  readonly isDocked: boolean;
  /** Whether it can be dragged; docked and maximized players can't. */
  readonly isMovable: boolean;
  readonly isResizable: boolean;
  /** Limits of the height of a docked player; undefined where it can't be changed. */
  readonly heights: Heights | undefined;
  readonly moveTo: (x: number, y: number) => void;
  /** Sets the width within its limits, and the new corner of the box. */
  readonly setWidth: (width: number, corner?: { readonly x: number; readonly y: number }) => void;
  /** Sets the height of a docked player within its limits. */
  readonly changeHeight: (height: number) => void;
  readonly changeSize: () => void;
  readonly minimize: () => void;
  readonly restore: () => void;
};

type Corner = { readonly x: number; readonly y: number };

type Shown = {
  readonly place: PlayerPlace;
  readonly bar: Corner | undefined;
  readonly height: number | undefined;
  readonly isMinimized: boolean;
};

const isRightToLeft = () => getComputedStyle(document.documentElement).direction === 'rtl';

function boxIn({ place, bar, height, isMinimized }: Shown, window: Extent): Box {
  if (window.width < DOCKED_BELOW) return dockedBox({ size: place.size, height, isMinimized }, window);
  const box = boxOf(place, window);
  return isMinimized ? inside({ ...barOf(box, window), ...bar }, window) : box;
}

function subscribeToResize(listener: () => void): () => void {
  addEventListener('resize', listener);
  return () => removeEventListener('resize', listener);
}

const windowWidth = () => innerWidth;
const windowHeight = () => innerHeight;

/** Returns width and height of the window in pixels; re-renders when they change. */
function useWindowExtent(): Extent {
  const extent = {
    width: useSyncExternalStore(subscribeToResize, windowWidth),
    height: useSyncExternalStore(subscribeToResize, windowHeight),
  };
  return useMemo(() => ({ width: extent.width, height: extent.height }), [extent.width, extent.height]);
}

/** The player's place and size: stored in this browser, always inside the window (VP-02, VP-05). */
export function usePlayerPlace(): PlacedPlayer {
  const window = useWindowExtent();
  const [place, setPlace] = useState(() => placeMemory.get() ?? startPlace(window, isRightToLeft()));
  const [isMinimized, setMinimized] = useState(false);
  // Position of the dragged bar; the restored player returns to its own position.
  const [bar, setBar] = useState<Corner>();
  const restore = useCallback(() => setMinimized(false), []);
  const isDocked = window.width < DOCKED_BELOW;
  const [height, setHeight] = useState(heightMemory.get);
  const box = boxIn({ place, bar, height, isMinimized }, window);
  const canFloat = !isDocked && place.size !== 'maximized';
  const heights = dockedHeights(window);
  const canGrow = isDocked && !isMinimized && place.size !== 'maximized' && heights.least < heights.most;

  const change = (next: PlayerPlace) => {
    setPlace(next);
    placeMemory.set(next);
  };
  const keepHeight = (next: number | undefined) => {
    setHeight(next);
    heightMemory.set(next);
  };
  return {
    box,
    size: place.size,
    isMinimized,
    isDocked,
    isMovable: canFloat || (!isDocked && isMinimized),
    isResizable: canFloat && !isMinimized,
    heights: canGrow ? heights : undefined,
    moveTo: (x, y) => {
      const moved = inside({ ...box, x: Math.round(x), y: Math.round(y) }, window);
      if (isMinimized) setBar({ x: moved.x, y: moved.y });
      else change({ ...place, x: moved.x, y: moved.y });
    },
    setWidth: (width, corner = box) => {
      const next = { ...place, width: widthFor({ size: place.size, width: Math.round(width) }, window) };
      const { x, y } = boxOf({ ...next, x: Math.round(corner.x), y: Math.round(corner.y) }, window);
      change({ ...next, x, y });
    },
    changeHeight: (next) => keepHeight(Math.max(heights.least, Math.min(Math.round(next), heights.most))),
    changeSize: () => {
      change({ ...place, size: nextSize(place.size), width: undefined });
      keepHeight(undefined);
    },
    minimize: () => {
      setBar(undefined);
      setMinimized(true);
    },
    restore,
  };
}
