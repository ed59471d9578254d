import { useEffect, useRef } from 'react';

/** What shows that somebody is still there. A pointer that merely rests is no sign. */
const signs = ['pointermove', 'pointerdown', 'keydown', 'focusin', 'wheel', 'touchstart'] as const;

/**
 * Closes by itself `ms` after `isOver`, unless the person does something meanwhile: then it stays until they close it
 * (AD-05, Q-35).
 */
export function useQuietClose(isOver: boolean, ms: number, onClose: () => void): void {
  const close = useRef(onClose);
  useEffect(() => {
    close.current = onClose;
  });
  useEffect(() => {
    if (!isOver) return undefined;
    const timer = setTimeout(() => close.current(), ms);
    const stay = () => clearTimeout(timer);
    for (const sign of signs) document.addEventListener(sign, stay, { capture: true, passive: true });
    return () => {
      clearTimeout(timer);
      for (const sign of signs) document.removeEventListener(sign, stay, { capture: true });
    };
  }, [isOver, ms]);
}
