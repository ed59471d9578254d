import { useEffect, useRef } from 'react';

const CONTROLS =
  'button, a[href], input, select, textarea, summary, [role="button"], [role="switch"], [tabindex="0"]';

/** Whether an element belongs to a control of an open dialog. */
const isControl = (target: EventTarget | null): boolean =>
  target instanceof Element && target.closest('dialog') !== null && target.closest(CONTROLS) !== null;

/**
 * Follows whether the person is in a dialog's controls, with the focus or the pointer. Focus and pointer that rest where
 * they were say nothing: they are left over from what led to the end. Returns how to stop.
 */
function watchControls(onChange: (isInside: boolean) => void): () => void {
  const stopping = new AbortController();
  const inside = { focus: false, pointer: false };
  const tell = (by: keyof typeof inside, isInside: boolean) => {
    if (inside[by] === isInside) return;
    inside[by] = isInside;
    onChange(inside.focus || inside.pointer);
  };
  const listen = <Name extends keyof DocumentEventMap>(
    name: Name,
    hear: (event: DocumentEventMap[Name]) => void,
  ) => document.addEventListener(name, hear, { capture: true, passive: true, signal: stopping.signal });
  const point = ({ target }: Event) => tell('pointer', isControl(target));
  listen('pointermove', point);
  listen('pointerdown', point);
  // A finger that is lifted is nowhere.
  listen('pointerup', ({ pointerType }) => pointerType !== 'mouse' && tell('pointer', false));
  listen('pointerout', ({ relatedTarget }) => relatedTarget === null && tell('pointer', false));
  listen('focusin', ({ target }) => tell('focus', isControl(target)));
  listen('focusout', ({ relatedTarget }) => relatedTarget === null && tell('focus', false));
  listen('keydown', () => tell('focus', isControl(document.activeElement)));
  return () => stopping.abort();
}

/**
 * Closes a dialog by itself `ms` after `isOver`. While the person is in the dialog's controls it stays open, and has
 * its time again once they have left them (AD-05, FE-64, Q-35, CO-52).
 */
export function useQuietClose(isOver: boolean, ms: number, onClose: () => void): void {
  const close = useRef(onClose);
  useEffect(() => {
    close.current = onClose;
  });
  useEffect(() => {
    if (!isOver) return undefined;
    const wait = () => setTimeout(() => close.current(), ms);
    let timer = wait();
    const stop = watchControls((isInside) => {
      clearTimeout(timer);
      if (!isInside) timer = wait();
    });
    return () => {
      clearTimeout(timer);
      stop();
    };
  }, [isOver, ms]);
}
