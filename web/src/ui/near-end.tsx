import { useEffect, useEffectEvent, useRef, type ReactNode } from 'react';
import { scrollerOf } from './scroller-of.ts';

/** The next page is requested at this distance from the end. */
const ROOT_MARGIN = '600px';

export type NearEndProps = {
  hasMore: boolean;
  /** Called when the end comes near the visible part of its scrolling box, while `hasMore` is true. */
  onNear: () => void;
  className?: string;
  children?: ReactNode;
};

/** The end of a list that loads its next page. It stands in the same slice as the rows: behind a placeholder it would be near. */
export function NearEnd({ hasMore, onNear, className, children }: NearEndProps) {
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
  return (
    <div ref={end} className={className}>
      {children}
    </div>
  );
}
