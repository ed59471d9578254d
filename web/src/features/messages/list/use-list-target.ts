import type { Virtualizer } from '@tanstack/react-virtual';
import { useEffect, useLayoutEffect, useRef, useState, type RefObject } from 'react';
import type { MessageRow } from './message-rows.ts';
import type { ListTarget } from './reading-place.ts';

/** A message that one jumped to is marked for this long, in ms (RY-04). */
const MARKED_MS = 2000;

/** Heights are estimated at first: the position is corrected during this many frames, unless the user scrolls. */
const SETTLING_FRAMES = 30;

const USER_SCROLLS = ['wheel', 'touchstart', 'pointerdown', 'keydown'];

/** The sequence of a row's message; 0 for other rows. */
export const sequenceOf = (row: MessageRow | undefined): number =>
  row && 'message' in row ? row.message.sequence : 0;

/** Keeps the row at the place until the heights around it are known. Returns the function that stops it. */
function settle(
  area: HTMLElement,
  sequence: number,
  { place, isMarked, keepsFocus }: ListTarget,
  onMoved: () => void,
): () => void {
  let frames = 0;
  let isFocused = !isMarked || keepsFocus;
  let request = 0;
  const correct = () => {
    const row = area.querySelector<HTMLElement>(`[data-sequence="${sequence}"]`);
    if (row) {
      const offset = place?.offset ?? area.clientHeight / 3;
      const distance = row.getBoundingClientRect().top - area.getBoundingClientRect().top - offset;
      if (Math.abs(distance) > 1) area.scrollTop += distance;
      if (!isFocused && frames > 0) {
        isFocused = true;
        row.focus({ preventScroll: true });
      }
    }
    onMoved();
    frames += 1;
    if (frames < SETTLING_FRAMES) request = requestAnimationFrame(correct);
  };
  request = requestAnimationFrame(correct);
  const stop = () => {
    cancelAnimationFrame(request);
    for (const type of USER_SCROLLS) area.removeEventListener(type, stop);
  };
  for (const type of USER_SCROLLS) area.addEventListener(type, stop, { passive: true });
  return stop;
}

/**
 * Scrolls to each new target; `onMoved` is called meanwhile, also if nothing had to move. Returns the sequence of the
 * message that is marked.
 */
export function useListTarget(
  list: Virtualizer<HTMLDivElement, HTMLDivElement>,
  scroller: RefObject<HTMLElement | null>,
  rows: readonly MessageRow[],
  target: ListTarget | undefined,
  onMoved: () => void,
): number | undefined {
  const latest = useRef(onMoved);
  useLayoutEffect(() => {
    latest.current = onMoved;
  });
  const [expired, setExpired] = useState<number>();
  const id = target?.id;
  useLayoutEffect(() => {
    if (!target) return undefined;
    const area = scroller.current;
    const wanted = target.place?.sequence;
    const found = wanted === undefined ? -1 : rows.findIndex((row) => sequenceOf(row) >= wanted);
    if (found === -1 || !area) {
      list.scrollToEnd();
      return undefined;
    }
    list.scrollToIndex(found, { align: 'start' });
    return settle(area, sequenceOf(rows[found]), target, () => latest.current());
    // Only a new target scrolls: not the rows that arrive later.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [id]);
  useEffect(() => {
    const timer = setTimeout(() => setExpired(id), MARKED_MS);
    return () => clearTimeout(timer);
  }, [id]);
  return target?.isMarked && expired !== id ? target.place?.sequence : undefined;
}
