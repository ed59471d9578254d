import { PLAYER_MIN_WIDTH, PLAYER_MAX_WIDTH } from '@adda/contract/video';
import { useEffect, useState, type MouseEvent, type PointerEvent, type SyntheticEvent } from 'react';
import { Rnd } from 'react-rnd';
import { HeightHandle } from './height-handle.tsx';
import { PlayerBody } from './player-body.tsx';
import { HEIGHT_HANDLE, STRIP_HEIGHT } from './player-place.ts';
import { playerStore, type OpenVideo } from './player-store.ts';
import { usePlayerPlace, type PlacedPlayer } from './use-player-place.ts';

/** Borders that can be dragged; the upper ones would overlap the controls. */
const borders = { left: true, right: true, bottom: true, bottomLeft: true, bottomRight: true };

/** Closes the player and returns the focus to the element that opened it, or to the page if that was removed. */
function closePlayer({ opener }: OpenVideo): void {
  playerStore.close();
  if (opener instanceof HTMLElement && opener.isConnected) opener.focus();
  else document.getElementById('main')?.focus();
}

/** Whether an event is on the strip or a border, which can be dragged. */
const isPull = ({ target }: SyntheticEvent): boolean =>
  target instanceof Element && !target.closest('button, a, iframe');

/**
 * Captures the pointer until the drag ends. Without it the frame would receive the pointer events and the drag would never
 * end.
 */
function holdPointer(event: PointerEvent): void {
  if (isPull(event) && event.target instanceof Element) event.target.setPointerCapture(event.pointerId);
}

/** Prevents text selection during a drag: the browser would drag the text instead. */
function selectNothing(event: MouseEvent): void {
  if (isPull(event)) event.preventDefault();
}

/** Returns the props of the dragging library for a place. */
const rndProps = ({ box, isMovable, isResizable }: PlacedPlayer) => ({
  position: { x: box.x, y: box.y },
  size: { width: box.width, height: box.height },
  disableDragging: !isMovable,
  enableResizing: isResizable ? borders : false,
  bounds: 'window',
  dragHandleClassName: 'player-strip',
  cancel: '.player-controls',
  // It would add a style element, which the content security policy forbids.
  enableUserSelectHack: false,
  ...(isResizable && {
    minWidth: PLAYER_MIN_WIDTH,
    maxWidth: PLAYER_MAX_WIDTH,
    lockAspectRatio: 16 / 9,
    lockAspectRatioExtraHeight: STRIP_HEIGHT,
  }),
});

/**
 * The player over the page (VP-01 to VP-05): floating, or docked in a separate row in a small window, where it can't be
 * dragged and only its height can be changed. The frame keeps its position in the DOM in every state, because moving it
 * would reload the video.
 */
export function FloatingPlayer({ video }: { video: OpenVideo }) {
  const place = usePlayerPlace();
  const [isMoving, setMoving] = useState(false);
  const [tries, setTries] = useState(0);
  const { presses, videoId } = video;
  const { box, isDocked, heights, restore, moveTo, setWidth, changeHeight } = place;
  useEffect(restore, [restore, presses]);

  return (
    <div
      className={
        isDocked
          ? // The strip with the title goes from side to side; black is beside the video alone.
            'relative shrink-0 bg-black before:absolute before:inset-x-0 before:top-0 before:h-13 before:border-b before:border-line before:bg-surface'
          : 'pointer-events-none fixed inset-0 z-20'
      }
      style={{ height: isDocked ? box.height + (heights ? HEIGHT_HANDLE : 0) : undefined }}
      onPointerDownCapture={isDocked ? undefined : holdPointer}
      onMouseDownCapture={isDocked ? undefined : selectNothing}
    >
      <Rnd
        className="pointer-events-auto"
        {...rndProps(place)}
        onDragStart={() => setMoving(true)}
        onDragStop={(_event, { x, y }) => {
          setMoving(false);
          moveTo(x, y);
        }}
        onResizeStart={() => setMoving(true)}
        onResizeStop={(_event, _direction, element, _delta, corner) => {
          setMoving(false);
          setWidth(element.offsetWidth, corner);
        }}
      >
        <PlayerBody
          key={`${videoId} ${tries}`}
          video={video}
          place={place}
          isMoving={isMoving}
          onClose={() => closePlayer(video)}
          onRetry={() => setTries(tries + 1)}
        />
      </Rnd>
      {heights && <HeightHandle height={box.height} bounds={heights} onChange={changeHeight} />}
    </div>
  );
}
