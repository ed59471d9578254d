import { PLAYER_MAX_WIDTH, PLAYER_MIN_WIDTH, PLAYER_WIDTH_PERCENT } from '@adda/contract/video';

/** Sizes of the player by its resize control (VP-02, X-50). */
export type PlayerSize = keyof typeof PLAYER_WIDTH_PERCENT;

/** Width and height in pixels. */
export type Extent = { readonly width: number; readonly height: number };

/** A rectangle of the window, in pixels from its top left corner in every language. */
export type Box = Extent & { readonly x: number; readonly y: number };

/** Position and size of the player; `width` if it was set by dragging a border, otherwise the size determines it. */
export type PlayerPlace = {
  readonly x: number;
  readonly y: number;
  readonly size: PlayerSize;
  readonly width: number | undefined;
};

/** Height of the strip with the controls above the video; a minimized player is only this strip. */
export const STRIP_HEIGHT = 52;

/** Height of the border below a docked player for dragging. */
export const HEIGHT_HANDLE = 24;

/** The player is docked in windows narrower than this. */
export const DOCKED_BELOW = 640;

/** Initial position of the player: below the headers of the app and of a chat. */
const START_Y = 144;
const MARGIN = 16;
const BAR_WIDTH = 340;
const SHARE_OF_HEIGHT = 0.95;

const sizes: readonly PlayerSize[] = ['small', 'full', 'maximized'];
const between = (value: number, least: number, most: number) => Math.max(least, Math.min(value, most));

/** Returns the next size of the resize control. */
export const nextSize = (size: PlayerSize): PlayerSize =>
  sizes[(sizes.indexOf(size) + 1) % sizes.length] ?? 'small';

/** Returns the height of a player of this width: 16:9 for the video, and the strip. */
export const heightFor = (width: number): number => Math.round((width * 9) / 16) + STRIP_HEIGHT;

/** Returns the width in pixels by size and window (VP-16, VP-17); a window narrower than the minimum is filled. */
export function widthFor({ size, width }: Pick<PlayerPlace, 'size' | 'width'>, window: Extent): number {
  const byWindow = Math.round((window.width * PLAYER_WIDTH_PERCENT[size]) / 100);
  if (size === 'maximized') return byWindow;
  return Math.min(between(width ?? byWindow, PLAYER_MIN_WIDTH, PLAYER_MAX_WIDTH), window.width);
}

/** Moves a box into the window. */
export function inside(box: Box, window: Extent): Box {
  return {
    ...box,
    x: between(box.x, 0, Math.max(0, window.width - box.width)),
    y: between(box.y, 0, Math.max(0, window.height - box.height)),
  };
}

/** Returns the rectangle of the player; always inside the window, and centred when maximized. */
export function boxOf(place: PlayerPlace, window: Extent): Box {
  const width = widthFor(place, window);
  const height = Math.min(heightFor(width), Math.round(window.height * SHARE_OF_HEIGHT));
  if (place.size !== 'maximized') return inside({ x: place.x, y: place.y, width, height }, window);
  const middle = { x: (window.width - width) / 2, y: (window.height - height) / 2 };
  return { x: Math.round(middle.x), y: Math.round(middle.y), width, height };
}

/** Returns the bar of a minimized player: at the sides of its box that are nearest to the window's. */
export function barOf(box: Box, window: Extent): Box {
  const width = Math.min(BAR_WIDTH, window.width);
  const isAtLeft = box.x < window.width - (box.x + box.width);
  const isAtTop = box.y < window.height - (box.y + box.height);
  const x = isAtLeft ? box.x : box.x + box.width - width;
  const y = isAtTop ? box.y : box.y + box.height - STRIP_HEIGHT;
  return inside({ x, y, width, height: STRIP_HEIGHT }, window);
}

/** Limits of a height, in pixels. */
export type Heights = { readonly least: number; readonly most: number };

/** Returns the limits of a docked player's height: by its minimum and maximum width (VP-17), at most half of the window. */
export function dockedHeights(window: Extent): Heights {
  const half = Math.round(window.height / 2);
  const [least, most] = [PLAYER_MIN_WIDTH, PLAYER_MAX_WIDTH].map((width) =>
    Math.min(heightFor(Math.min(width, window.width)), half),
  );
  return { least: least ?? half, most: most ?? half };
}

/** State of a docked player; `height` if it was set by dragging, otherwise the size determines it. */
export type Docked = {
  readonly size: PlayerSize;
  readonly height: number | undefined;
  readonly isMinimized: boolean;
};

/** Returns the box of a docked player: centred in its row, at most half of the window high. */
export function dockedBox({ size, height: dragged, isMinimized }: Docked, window: Extent): Box {
  if (isMinimized) return { x: 0, y: 0, width: window.width, height: STRIP_HEIGHT };
  const { least, most } = dockedHeights(window);
  const fixedHeight =
    dragged === undefined || size === 'maximized' ? undefined : between(dragged, least, most);
  const width = widthFor(
    { size, width: fixedHeight && Math.floor(((fixedHeight - STRIP_HEIGHT) * 16) / 9) },
    window,
  );
  const height = fixedHeight ?? Math.min(heightFor(width), Math.round(window.height / 2));
  return { x: Math.round((window.width - width) / 2), y: 0, width, height };
}

/** Returns the initial place of a player: small, at the inline end. */
export function startPlace(window: Extent, isRightToLeft: boolean): PlayerPlace {
  const width = widthFor({ size: 'small', width: undefined }, window);
  const x = isRightToLeft ? MARGIN : window.width - width - MARGIN;
  return { x, y: START_Y, size: 'small', width: undefined };
}
