import { PLAYER_CONTROLS_MS } from '@adda/contract/video';
import { useEffect, useState, type FocusEvent, type HTMLAttributes } from 'react';

/** Whether the controls are visible, and the event handlers of the player's region. */
export type ControlsVisibility = {
  readonly isVisible: boolean;
  readonly handlers: Pick<
    HTMLAttributes<HTMLElement>,
    'onPointerMove' | 'onClick' | 'onKeyDown' | 'onFocus' | 'onBlur'
  >;
};

/**
 * Hides the controls three seconds after the last movement (VP-19), but never while they contain the keyboard focus or
 * while `isHeld`. A tap shows them without pressing a hidden control.
 */
export function useControlsVisible(isHeld: boolean): ControlsVisibility {
  const [hasKeyboard, setKeyboard] = useState(false);
  const [movements, setMovements] = useState(0);
  const [elapsedReason, setElapsedReason] = useState<string>();
  const onActivity = () => setMovements((count) => count + 1);

  // Every change that keeps the controls visible restarts the three seconds.
  const reason = `${movements} ${isHeld} ${hasKeyboard}`;
  useEffect(() => {
    const timer = setTimeout(() => setElapsedReason(reason), PLAYER_CONTROLS_MS);
    return () => clearTimeout(timer);
  }, [reason]);

  return {
    isVisible: elapsedReason !== reason || isHeld || hasKeyboard,
    handlers: {
      onPointerMove: onActivity,
      onClick: onActivity,
      onKeyDown: onActivity,
      onFocus: ({ target }) => setKeyboard(target.matches(':focus-visible')),
      onBlur: ({ currentTarget, relatedTarget }: FocusEvent<HTMLElement>) => {
        if (!currentTarget.contains(relatedTarget)) setKeyboard(false);
      },
    },
  };
}
