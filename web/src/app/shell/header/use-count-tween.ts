import { useLayoutEffect, useRef, useState } from 'react';

const TWEEN_MS = 250;

const prefersReducedMotion = () => matchMedia('(prefers-reduced-motion: reduce)').matches;

/**
 * Animates a count towards `target` over a quarter of a second; jumps immediately if the user prefers reduced
 * motion.
 */
export function useCountTween(target: number | undefined): number | undefined {
  const [tweened, setTweened] = useState<number>();
  const at = useRef(target);
  useLayoutEffect(() => {
    const from = at.current;
    at.current = target;
    if (from === undefined || target === undefined || from === target || prefersReducedMotion()) {
      setTweened(undefined);
      return undefined;
    }
    const startedAt = performance.now();
    let frame = 0;
    const step = (now: number) => {
      const progress = Math.min(1, Math.max(0, (now - startedAt) / TWEEN_MS));
      at.current = Math.round(from + (target - from) * progress);
      setTweened(progress < 1 ? at.current : undefined);
      if (progress < 1) frame = requestAnimationFrame(step);
    };
    step(startedAt);
    return () => cancelAnimationFrame(frame);
  }, [target]);
  return target === undefined ? undefined : (tweened ?? target);
}
