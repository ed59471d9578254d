import { describe, expect, it } from 'vitest';
import { creatorSurfaces } from './creator-surfaces.fixture.ts';
import { feedSurfaces } from './feed-surfaces.fixture.ts';
import { peopleSurfaces } from './people-surfaces.fixture.ts';
import { privateSurfaces } from './private-surfaces.fixture.ts';
import { roomSurfaces } from './room-surfaces.fixture.ts';
import { openScene, type Surface } from './scene.fixture.ts';

/** Checks a surface of the table 'A block, on every surface' from both sides: before, during and after a block. */
async function checkSurface({ look, open, blocked }: Surface): Promise<void> {
  const scene = await openScene();
  const { ann, ben, eve } = scene;
  const mutual = async () => [await look(scene, ann, ben), await look(scene, ben, ann)];
  expect(await mutual(), 'before').toEqual([open, open]);
  expect((await scene.block(ann, ben)).status).toBe(200);
  // Both users get the same result, so it does not reveal who blocked.
  expect(await mutual(), 'during').toEqual([blocked, blocked]);
  const others = [await look(scene, eve, ann), await look(scene, ann, eve), await look(scene, eve, ben)];
  expect(others, 'a third person').toEqual([open, open, open]);
  expect((await scene.unblock(ann, ben)).status).toBe(200);
  expect(await mutual(), 'after').toEqual([open, open]);
}

const named = (surfaces: readonly Surface[]) => surfaces.map((surface) => [surface.name, surface] as const);

describe('R-14: a block in rooms', () => {
  it.each(named(roomSurfaces))('%s', (_name, surface) => checkSurface(surface));
});

describe('R-14: a block in private chats', () => {
  it.each(named(privateSurfaces))('%s', (_name, surface) => checkSurface(surface));
});

describe('R-14: a block in lists and profiles', () => {
  it.each(named(peopleSurfaces))('%s', (_name, surface) => checkSurface(surface));
});

describe('R-14: a block in the feed', () => {
  it.each(named(feedSurfaces))('%s', (_name, surface) => checkSurface(surface));
});

describe('R-14: a block on creator pages', () => {
  it.each(named(creatorSurfaces))('%s', (_name, surface) => checkSurface(surface));
});
