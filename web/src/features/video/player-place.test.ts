import { describe, expect, it } from 'vitest';
import { placeMemory } from './use-player-place.ts';
import {
  barOf,
  boxOf,
  dockedBox,
  dockedHeights,
  heightFor,
  nextSize,
  startPlace,
  STRIP_HEIGHT,
  widthFor,
  type PlayerPlace,
  type PlayerSize,
} from './player-place.ts';

const window = { width: 1000, height: 800 };
const place = (more: Partial<PlayerPlace> = {}): PlayerPlace => ({
  x: 100,
  y: 120,
  size: 'small',
  width: undefined,
  ...more,
});

describe('VP-16, VP-17, CO-43: the width', () => {
  it.each<[PlayerSize, number, number]>([
    ['small', 1000, 400],
    ['small', 690, 280],
    ['small', 2000, 640],
    ['full', 700, 560],
    ['full', 1000, 640],
    ['maximized', 1000, 950],
    ['maximized', 2000, 1900],
    ['small', 250, 250],
  ])('%s in a window of %i is %i', (size, width, expected) => {
    expect(widthFor({ size, width: undefined }, { width, height: 800 })).toBe(expected);
  });

  it.each([
    [100, 280],
    [500, 500],
    [900, 640],
  ])('dragged to %i is %i', (pulled, expected) => {
    expect(widthFor({ size: 'small', width: pulled }, window)).toBe(expected);
  });

  it('X-50: a maximized player ignores a width set by dragging', () => {
    expect(widthFor({ size: 'maximized', width: 300 }, window)).toBe(950);
  });
});

describe('VP-05: the position', () => {
  it('stays where it was put', () => {
    expect(boxOf(place(), window)).toEqual({ x: 100, y: 120, width: 400, height: 225 + STRIP_HEIGHT });
  });

  it('moves into a smaller window, and fits it', () => {
    expect(boxOf(place({ x: 900, y: 780 }), window)).toMatchObject({ x: 600, y: 800 - heightFor(400) });
    const low = boxOf(place({ size: 'full' }), { width: 900, height: 300 });
    expect(low.height).toBe(285);
    expect(low.y).toBe(15);
  });

  it('is centred when maximized', () => {
    expect(boxOf(place({ size: 'maximized' }), window)).toEqual({
      x: 25,
      y: Math.round((800 - heightFor(950)) / 2),
      width: 950,
      height: heightFor(950),
    });
  });

  it('is initially at the inline end', () => {
    expect(startPlace(window, false).x).toBe(1000 - 400 - 16);
    expect(startPlace(window, true).x).toBe(16);
  });
});

it('VP-02: resizing cycles through the sizes', () => {
  expect([nextSize('small'), nextSize('full'), nextSize('maximized')]).toEqual([
    'full',
    'maximized',
    'small',
  ]);
});

it('X-50: the bar of a minimized player stays at the nearest sides of the window', () => {
  expect(barOf({ x: 16, y: 20, width: 400, height: 277 }, window)).toMatchObject({
    x: 16,
    y: 20,
    height: 52,
  });
  expect(barOf({ x: 584, y: 507, width: 400, height: 277 }, window)).toMatchObject({ x: 644, y: 732 });
});

const phone = { width: 390, height: 844 };

it('a docked player is centred in its row and leaves half of the window to the chat', () => {
  expect(
    dockedBox({ size: 'small', height: undefined, isMinimized: false }, { width: 390, height: 844 }),
  ).toEqual({
    x: 55,
    y: 0,
    width: 280,
    height: heightFor(280),
  });
  expect(
    dockedBox({ size: 'maximized', height: undefined, isMinimized: false }, { width: 600, height: 500 }),
  ).toMatchObject({
    width: 570,
    height: 250,
  });
  expect(
    dockedBox({ size: 'full', height: undefined, isMinimized: true }, { width: 390, height: 844 }),
  ).toEqual({
    x: 0,
    y: 0,
    width: 390,
    height: STRIP_HEIGHT,
  });
});

it('VP-05, VP-17: a docked player keeps the height set by dragging, within its widths and half of the window', () => {
  const docked = (height: number, window = phone) =>
    dockedBox({ size: 'small', height, isMinimized: false }, window);
  expect(dockedHeights(phone)).toEqual({ least: heightFor(280), most: heightFor(390) });
  expect(docked(232)).toEqual({ x: 35, y: 0, width: 320, height: 232 });
  expect(docked(1)).toMatchObject({ width: 280, height: heightFor(280) });
  expect(docked(5000)).toMatchObject({ x: 1, width: 389, height: heightFor(390) });
  expect(docked(5000, { width: 600, height: 500 })).toMatchObject({ width: 352, height: 250 });
  expect(dockedBox({ size: 'maximized', height: 232, isMinimized: false }, phone)).toMatchObject({
    width: 371,
  });
});

describe('the stored place', () => {
  it('returns the stored place', () => {
    expect(placeMemory.get()).toBeUndefined();
    placeMemory.set(place({ width: 333 }));
    expect(placeMemory.get()).toEqual(place({ width: 333 }));
    placeMemory.set(place());
    expect(placeMemory.get()).toEqual(place());
  });

  it.each([
    'not JSON',
    'null',
    '[]',
    '{"x":1,"y":2}',
    '{"x":"1","y":2,"size":"small"}',
    '{"x":1,"y":-2,"size":"small"}',
    '{"x":1,"y":2,"size":"huge"}',
  ])('ignores %j', (kept) => {
    localStorage.setItem('videoPlayer', kept);
    expect(placeMemory.get()).toBeUndefined();
  });
});
