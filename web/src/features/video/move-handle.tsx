import { Trans, useLingui } from '@lingui/react/macro';
import { GripVertical } from 'lucide-react';
import { useId, type KeyboardEvent } from 'react';

const STEP = 16;
const LARGE_STEP = 80;

const directions: Readonly<Record<string, readonly [x: number, y: number]>> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};
const growth: Readonly<Record<string, number>> = { '+': 1, '=': 1, '-': -1, _: -1 };

export type MoveHandleProps = {
  /** In pixels, to the right and down. */
  onMove: (x: number, y: number) => void;
  /** In pixels of width; omitted where the width can't be changed. */
  onGrow?: ((by: number) => void) | undefined;
};

/** Handle for dragging the player; with the keyboard, arrows move it and plus and minus change its size (VP-05). */
export function MoveHandle({ onMove, onGrow }: MoveHandleProps) {
  const { t } = useLingui();
  const id = useId();
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const direction = directions[event.key];
    const by = growth[event.key];
    if (!direction && by === undefined) return;
    event.preventDefault();
    const step = event.shiftKey ? LARGE_STEP : STEP;
    if (direction) onMove(direction[0] * step, direction[1] * step);
    // A plus sign needs Shift on many keyboards, so Shift is ignored here.
    else if (by !== undefined) onGrow?.(by * STEP);
  };
  return (
    <>
      <button
        type="button"
        aria-label={t`Move the player`}
        aria-describedby={id}
        title={t`Move the player`}
        onKeyDown={onKeyDown}
        className="inline-grid size-11 shrink-0 cursor-move place-items-center rounded-full text-mute hover:bg-raised"
      >
        <GripVertical aria-hidden="true" className="size-5" />
      </button>
      <span id={id} hidden>
        {onGrow ? (
          <Trans>Arrow keys move it, with Shift further. Plus and minus change its size.</Trans>
        ) : (
          <Trans>Arrow keys move it, with Shift further.</Trans>
        )}
      </span>
    </>
  );
}
