import { useEffect, useEffectEvent, useRef, type RefObject } from 'react';
import { scrollerOf } from './scroller-of.ts';

/** The next page is requested at this distance from the end. */
const ROOT_MARGIN = '600px';

/** Calls `onNear` when the element comes near the visible part of its scrolling box, while `hasMore` is true. */
export function useNearEnd(hasMore: boolean, onNear: () => void): RefObject<HTMLDivElement | null> {
  const end = useRef<HTMLDivElement>(null);
  const near = useEffectEvent(onNear);
  useEffect(() => {
    const element = end.current;
    if (!hasMore || !element) return undefined;
    const observer = new IntersectionObserver(
      (entries) => {
        if (entries.some(({ isIntersecting }) => isIntersecting)) near();
      },
      { root: scrollerOf(element), rootMargin: ROOT_MARGIN },
    );
    observer.observe(element);
    return () => observer.disconnect();
  }, [hasMore]);
  return end;
}
