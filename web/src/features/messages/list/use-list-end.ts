import { useEffect, useLayoutEffect, useRef, type RefObject } from 'react';

/** Calls the handler when Escape is pressed in the list. */
export function useEscape(area: RefObject<HTMLElement | null>, onLeave: () => void): void {
  useEffect(() => {
    const element = area.current;
    const leave = (event: KeyboardEvent) => {
      if (event.key === 'Escape') onLeave();
    };
    element?.addEventListener('keydown', leave);
    return () => element?.removeEventListener('keydown', leave);
  }, [area, onLeave]);
}

/**
 * Scrolls to the end when the list is filled and after own messages, and stays there while rows are added above unsent
 * messages or the input grows.
 */
export function useEnd(
  list: { scrollToEnd: () => void },
  scroller: RefObject<HTMLElement | null>,
  given: { count: number; isAtEnd: boolean; lastWritten: string | undefined },
): void {
  const { count, isAtEnd, lastWritten } = given;
  const isFilled = count > 0;
  const follows = useRef(isAtEnd);
  useLayoutEffect(() => {
    follows.current = isAtEnd;
  }, [isAtEnd]);
  useLayoutEffect(() => {
    if (isFilled) list.scrollToEnd();
  }, [list, isFilled]);
  useEffect(() => {
    if (lastWritten !== undefined) list.scrollToEnd();
  }, [list, lastWritten]);
  useEffect(() => {
    if (count > 0 && follows.current) list.scrollToEnd();
  }, [list, count]);
  useEffect(() => {
    if (!scroller.current) return undefined;
    let height = scroller.current.clientHeight;
    const observer = new ResizeObserver(([entry]) => {
      const now = entry?.target.clientHeight ?? height;
      if (now !== height && follows.current) list.scrollToEnd();
      height = now;
    });
    observer.observe(scroller.current);
    return () => observer.disconnect();
  }, [list, scroller]);
}

/** Reports the newest sequence on screen while the page is visible. */
export function useRead(last: number, isAtEnd: boolean, onRead: (sequence: number) => void): void {
  useEffect(() => {
    const look = () => {
      if (isAtEnd && last > 0 && document.visibilityState === 'visible') onRead(last);
    };
    look();
    document.addEventListener('visibilitychange', look);
    return () => document.removeEventListener('visibilitychange', look);
  }, [last, isAtEnd, onRead]);
}
