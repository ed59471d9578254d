import { rowAt, type MessageListArea } from './message-keys.ts';

/** The emoji of a double press (RX-06). */
const HEART = '❤️';

/** A finger that stays this long opens the sheet, in ms. */
const LONG_PRESS_MS = 500;

/** Two presses within this time and distance are a double press. */
const DOUBLE = { ms: 300, px: 30 };

/** A finger that moves further than this scrolls or swipes. */
const STILL_PX = 10;

/** Content with presses of its own. */
const INTERACTIVE = 'a, button, input, textarea, select, video, audio, iframe, img, [role="button"]';

/** Content that keeps its own long press. */
const OWN_LONG_PRESS = 'a, input, textarea, video, audio, iframe';

type Press = { readonly id: number; readonly x: number; readonly y: number; readonly at: number };

const isNear = (one: Press, { clientX, clientY }: PointerEvent, px: number): boolean =>
  Math.hypot(clientX - one.x, clientY - one.y) <= px;

/** A short vibration, where the device has one. */
function vibrate(): void {
  // Not in Safari.
  if ('vibrate' in navigator) navigator.vibrate(10);
}

/** Keeps the browser from turning the end of a long press into a click on what has opened under the finger. */
function swallowRelease(): void {
  const swallow = (event: Event) => {
    if (event.cancelable) event.preventDefault();
  };
  addEventListener('touchend', swallow, { capture: true, once: true, passive: false });
}

/**
 * Follows presses on the bubbles of a list: a double one gives a heart, and a finger that stays opens the sheet with bar
 * and actions (RX-06). Returns the function that stops it.
 */
export function followPresses(area: HTMLElement, current: () => MessageListArea): () => void {
  let press: Press | undefined;
  let tapped: Press | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isTouch = false;
  const stopping = new AbortController();

  const bubbleAt = (target: EventTarget | null, except: string) =>
    !current().actions.filesOf &&
    target instanceof Element &&
    target.closest('[data-bubble]') &&
    !target.closest(except)
      ? rowAt(target, current().rows)
      : undefined;

  function giveHeart(target: EventTarget | null): void {
    const { actions } = current();
    const message = bubbleAt(target, INTERACTIVE)?.message;
    if (!message || !actions.mayReact) return;
    if (isTouch) vibrate();
    if (!message.reactions?.some(({ emoji, mine }) => emoji === HEART && mine))
      actions.onReact(message, HEART, true);
  }

  function end(): void {
    clearTimeout(timer);
    press = undefined;
    delete area.dataset.pressed;
  }

  function openSheet(target: EventTarget | null): void {
    const row = bubbleAt(target, OWN_LONG_PRESS);
    if (!row?.message) return;
    tapped = undefined;
    vibrate();
    swallowRelease();
    getSelection()?.removeAllRanges();
    // The focus returns here when the sheet closes.
    row.element.focus({ preventScroll: true });
    current().actions.onSheet(row.message, row.element);
  }

  function onDown(event: PointerEvent): void {
    isTouch = event.pointerType !== 'mouse';
    end();
    if (!isTouch || !event.isPrimary || !bubbleAt(event.target, OWN_LONG_PRESS)?.message) return;
    press = { id: event.pointerId, x: event.clientX, y: event.clientY, at: event.timeStamp };
    // No text is selected meanwhile.
    area.dataset.pressed = '';
    timer = setTimeout(() => {
      press = undefined;
      openSheet(event.target);
    }, LONG_PRESS_MS);
  }

  function onUp(event: PointerEvent): void {
    const now = press;
    end();
    if (!now || now.id !== event.pointerId) return;
    const isSecond =
      tapped !== undefined && now.at - tapped.at <= DOUBLE.ms && isNear(tapped, event, DOUBLE.px);
    tapped = isSecond ? undefined : now;
    if (isSecond) giveHeart(event.target);
  }

  function onMove(event: PointerEvent): void {
    if (press && !isNear(press, event, STILL_PX)) end();
  }

  const options = { signal: stopping.signal };
  area.addEventListener('pointerdown', onDown, options);
  area.addEventListener('pointermove', onMove, options);
  area.addEventListener('pointerup', onUp, options);
  area.addEventListener('pointercancel', end, options);
  area.addEventListener('scroll', end, { ...options, passive: true });
  area.addEventListener(
    'contextmenu',
    (event) => {
      // Some browsers open their own menu for the same press.
      if (isTouch && bubbleAt(event.target, OWN_LONG_PRESS)?.message) event.preventDefault();
    },
    options,
  );
  // A finger's second tap is counted above: not every browser reports it as a double click.
  area.addEventListener('dblclick', (event) => isTouch || giveHeart(event.target), options);
  return () => {
    end();
    stopping.abort();
  };
}
