import { PLAYER_CONTROLS_MS } from '@adda/contract/video';
import { useEffect, useState, type FocusEvent, type HTMLAttributes } from 'react';

/** Whether the controls are shown, and what the player's region must listen to for that. */
export type ControlsVisibility = {
  readonly isVisible: boolean;
  readonly handlers: Pick<
    HTMLAttributes<HTMLElement>,
    'onPointerMove' | 'onClick' | 'onKeyDown' | 'onFocus' | 'onBlur'
  >;
};

/**
 * Hides the controls three seconds after the last movement (VP-19), but never while the keyboard's focus is inside or
 * while `isHeld`. A tap brings them back; it does not press what could not be seen.
 */
export function useControlsVisible(isHeld: boolean): ControlsVisibility {
  const [hasKeyboard, setKeyboard] = useState(false);
  const [movements, setMovements] = useState(0);
  const [asleepSince, setAsleepSince] = useState<string>();
  const wake = () => setMovements((count) => count + 1);

  // Anything that keeps the controls in sight starts the three seconds anew.
  const reason = `${movements} ${isHeld} ${hasKeyboard}`;
  useEffect(() => {
    const timer = setTimeout(() => setAsleepSince(reason), PLAYER_CONTROLS_MS);
    return () => clearTimeout(timer);
  }, [reason]);

  return {
    isVisible: asleepSince !== reason || isHeld || hasKeyboard,
    handlers: {
      onPointerMove: wake,
      onClick: wake,
      onKeyDown: wake,
      onFocus: ({ target }) => setKeyboard(target.matches(':focus-visible')),
      onBlur: ({ currentTarget, relatedTarget }: FocusEvent<HTMLElement>) => {
        if (!currentTarget.contains(relatedTarget)) setKeyboard(false);
      },
    },
  };
}
