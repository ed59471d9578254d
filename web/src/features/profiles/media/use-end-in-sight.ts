import { useEffect, useEffectEvent, useRef, type RefObject } from 'react';

/** More is asked for so far before the end is reached. */
const AHEAD = '600px';

/** Calls back when an element comes near the window, as long as there is more to come. */
export function useEndInSight(hasMore: boolean, onNear: () => void): RefObject<HTMLDivElement | null> {
  const end = useRef<HTMLDivElement>(null);
  const near = useEffectEvent(onNear);
  useEffect(() => {
    const element = end.current;
    if (!hasMore || !element) return undefined;
    const observer = new IntersectionObserver(
      (entries) => {
        if (entries.some(({ isIntersecting }) => isIntersecting)) near();
      },
      { rootMargin: AHEAD },
    );
    observer.observe(element);
    return () => observer.disconnect();
  }, [hasMore]);
  return end;
}
