import { useEffect, useEffectEvent, type RefObject } from 'react';

/** A message that is dragged this far answers, in pixels. */
const REPLIES_FROM_PX = 56;

/** A message follows the finger this far, in pixels. */
const MOST_PX = 80;

/** A finger has decided between swiping and scrolling after this distance, in pixels. */
const DECIDED_PX = 10;

/** At the edges of the screen browsers go back and forward, in pixels. */
const EDGE_PX = 24;

type Swipe = { row: HTMLElement; x: number; y: number; sequence: number; by: number; isSideways: boolean };

function startOf(event: TouchEvent): Swipe | undefined {
  const [touch] = event.touches;
  const row = event.target instanceof Element && event.target.closest<HTMLElement>('[data-sequence]');
  const sequence = Number(row && row.dataset.sequence);
  if (!touch || !row || !sequence || event.touches.length > 1) return undefined;
  const { clientX: x, clientY: y } = touch;
  const isAtEdge = x < EDGE_PX || x > innerWidth - EDGE_PX;
  const isSelecting = getSelection()?.isCollapsed === false;
  return isAtEdge || isSelecting ? undefined : { row, x, y, sequence, by: 0, isSideways: false };
}

/** Swiping a message to either side with a finger answers it (RY-04). */
export function useSwipeToReply(
  scroller: RefObject<HTMLElement | null>,
  isOn: boolean,
  onReply: (sequence: number) => void,
): void {
  const reply = useEffectEvent(onReply);
  useEffect(() => {
    const area = isOn ? scroller.current : null;
    let swipe: Swipe | undefined;
    const move = (by: number) => {
      const content = swipe?.row.firstElementChild;
      if (content instanceof HTMLElement) content.style.translate = by === 0 ? '' : `${by}px`;
    };
    const start = (event: TouchEvent) => {
      move(0);
      swipe = startOf(event);
    };
    const follow = (event: TouchEvent) => {
      const [touch] = event.touches;
      if (!swipe || !touch) return;
      const [across, along] = [touch.clientX - swipe.x, touch.clientY - swipe.y];
      if (!swipe.isSideways) {
        if (Math.max(Math.abs(across), Math.abs(along)) < DECIDED_PX) return;
        if (event.touches.length > 1 || Math.abs(along) >= Math.abs(across)) {
          swipe = undefined; // scrolls, or zooms
          return;
        }
        swipe.isSideways = true;
      }
      if (event.cancelable) event.preventDefault();
      const before = Math.abs(swipe.by);
      swipe.by = Math.max(-MOST_PX, Math.min(MOST_PX, across));
      if (before < REPLIES_FROM_PX && Math.abs(swipe.by) >= REPLIES_FROM_PX) navigator.vibrate?.(10);
      move(swipe.by);
    };
    const end = () => {
      move(0);
      if (swipe && Math.abs(swipe.by) >= REPLIES_FROM_PX) reply(swipe.sequence);
      swipe = undefined;
    };
    const cancel = () => {
      move(0);
      swipe = undefined;
    };
    area?.addEventListener('touchstart', start, { passive: true });
    area?.addEventListener('touchmove', follow, { passive: false });
    area?.addEventListener('touchend', end);
    area?.addEventListener('touchcancel', cancel);
    return () => {
      area?.removeEventListener('touchstart', start);
      area?.removeEventListener('touchmove', follow);
      area?.removeEventListener('touchend', end);
      area?.removeEventListener('touchcancel', cancel);
    };
  }, [scroller, isOn]);
}
