import { beforeEach, vi } from 'vitest';

/** Lets each test of a file set whether the user prefers reduced motion (`isStill`, false by default). */
export function motionWish(): { isStill: boolean } {
  const wish = { isStill: false };
  beforeEach(() => {
    wish.isStill = false;
    vi.spyOn(globalThis, 'matchMedia').mockImplementation((query) =>
      Object.assign(new EventTarget(), {
        matches: wish.isStill && query.includes('reduced-motion'),
        media: query,
        onchange: null,
        addListener: () => undefined,
        removeListener: () => undefined,
      }),
    );
  });
  return wish;
}
