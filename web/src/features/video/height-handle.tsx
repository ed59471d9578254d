import { useLingui } from '@lingui/react/macro';
import { GripHorizontal } from 'lucide-react';
import { useRef, type KeyboardEvent, type PointerEvent } from 'react';
import type { Heights } from './player-place.ts';

const STEP = 16;

/** Props of {@link HeightHandle}; heights in pixels. */
export type HeightHandleProps = {
  height: number;
  bounds: Heights;
  /** Called with the requested height, which may be out of bounds. */
  onChange: (height: number) => void;
};

/** The border below a docked player: dragging it, or the keyboard, changes the player's height (VP-05). */
export function HeightHandle({ height, bounds, onChange }: HeightHandleProps) {
  const { t } = useLingui();
  const pull = useRef<{ pointerId: number; above: number }>(undefined);
  const byKey: Readonly<Record<string, number>> = {
    ArrowUp: height - STEP,
    ArrowDown: height + STEP,
    Home: bounds.least,
    End: bounds.most,
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const next = byKey[event.key];
    if (next === undefined || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    onChange(next);
  };
  const onPointerDown = (event: PointerEvent) => {
    if (!event.isPrimary || event.button !== 0) return;
    // Otherwise the frame would receive the pointer events above it.
    event.currentTarget.setPointerCapture(event.pointerId);
    pull.current = { pointerId: event.pointerId, above: event.clientY - height };
  };
  const onPointerMove = (event: PointerEvent) => {
    if (pull.current?.pointerId === event.pointerId) onChange(event.clientY - pull.current.above);
  };
  const onPointerEnd = () => {
    pull.current = undefined;
  };
  return (
    <section aria-label={t`Size of the player`}>
      <div
        role="separator"
        tabIndex={0}
        aria-orientation="horizontal"
        aria-label={t`Height of the player`}
        aria-valuenow={height}
        aria-valuemin={bounds.least}
        aria-valuemax={bounds.most}
        onKeyDown={onKeyDown}
        onPointerDown={onPointerDown}
        onPointerMove={onPointerMove}
        onPointerUp={onPointerEnd}
        onPointerCancel={onPointerEnd}
        className="absolute inset-x-0 bottom-0 grid h-6 cursor-ns-resize touch-none place-items-center border-b border-line bg-surface text-mute select-none focus-visible:outline-3 focus-visible:-outline-offset-3 focus-visible:outline-teal"
      >
        <GripHorizontal aria-hidden="true" className="size-5" />
      </div>
    </section>
  );
}
