import { useEffect, useRef } from 'react';

const CONTROLS =
  'button, a[href], input, select, textarea, summary, [role="button"], [role="switch"], [tabindex="0"]';

/** Whether an element belongs to a control of an open dialog. */
const isControl = (target: EventTarget | null): boolean =>
  target instanceof Element && target.closest('dialog') !== null && target.closest(CONTROLS) !== null;

/**
 * Tracks whether the focus or the pointer is in a dialog's controls. A focus or pointer that has not moved
 * since the start is ignored: it remains from the action that ended the dialog. Returns the unsubscribe
 * function.
 */
function watchControls(onChange: (isInside: boolean) => void): () => void {
  const controller = new AbortController();
  const inside = { focus: false, pointer: false };
  const update = (by: keyof typeof inside, isInside: boolean) => {
    if (inside[by] === isInside) return;
    inside[by] = isInside;
    onChange(inside.focus || inside.pointer);
  };
  const listen = <Name extends keyof DocumentEventMap>(
    name: Name,
    listener: (event: DocumentEventMap[Name]) => void,
  ) => document.addEventListener(name, listener, { capture: true, passive: true, signal: controller.signal });
  const point = ({ target }: Event) => update('pointer', isControl(target));
  listen('pointermove', point);
  listen('pointerdown', point);
  // A lifted finger has no position.
  listen('pointerup', ({ pointerType }) => pointerType !== 'mouse' && update('pointer', false));
  listen('pointerout', ({ relatedTarget }) => relatedTarget === null && update('pointer', false));
  listen('focusin', ({ target }) => update('focus', isControl(target)));
  listen('focusout', ({ relatedTarget }) => relatedTarget === null && update('focus', false));
  listen('keydown', () => update('focus', isControl(document.activeElement)));
  return () => controller.abort();
}

/**
 * Closes a dialog `ms` after `isOver` becomes true. It stays open while the user is in the dialog's controls,
 * and the time restarts when they leave (AD-05, FE-64, Q-35, CO-52).
 */
export function useAutoClose(isOver: boolean, ms: number, onClose: () => void): void {
  const close = useRef(onClose);
  useEffect(() => {
    close.current = onClose;
  });
  useEffect(() => {
    if (!isOver) return undefined;
    const startTimer = () => setTimeout(() => close.current(), ms);
    let timer = startTimer();
    const stop = watchControls((isInside) => {
      clearTimeout(timer);
      if (!isInside) timer = startTimer();
    });
    return () => {
      clearTimeout(timer);
      stop();
    };
  }, [isOver, ms]);
}
