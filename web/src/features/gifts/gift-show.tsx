import type { GiftSent } from '@adda/contract/gifts';
import { useEffect, useState } from 'react';
import { classNames } from '../../ui/class-names.ts';
import { useMediaQuery } from '../../ui/use-media-query.ts';
import { giftQueue } from './gift-queue.ts';
import './gift-show.css';
import { giftSentence } from './gift-labels.ts';

/** How long a gift is shown before it fades out: alone, and with others waiting. */
const DISPLAY_MS = 3200;
const SHORT_DISPLAY_MS = 1400;
const FADE_MS = 200;

/** Screen readers announce changes of a live region, but not its initial text. */
const ANNOUNCE_DELAY_MS = 100;

const bursts = [1, 2, 3, 4, 5, 6, 7];

/** Removes the shown gift after its time, so that the next one is shown. Returns whether it is fading out. */
function useDisplayTime(gift: GiftSent | undefined, hasOthers: boolean): boolean {
  const [leaving, setLeaving] = useState<string>();
  const id = gift?.gift_id;
  const displayMs = hasOthers ? SHORT_DISPLAY_MS : DISPLAY_MS;
  useEffect(() => {
    if (id === undefined) return undefined;
    const timers = [
      setTimeout(() => setLeaving(id), displayMs),
      setTimeout(() => giftQueue.done(id), displayMs + FADE_MS),
    ];
    return () => {
      for (const timer of timers) clearTimeout(timer);
    };
  }, [id, displayMs]);
  return id !== undefined && leaving === id;
}

/** Announces each gift politely to screen readers. */
function Announcement({ gift }: { gift: GiftSent | undefined }) {
  const [announced, setAnnounced] = useState<GiftSent>();
  useEffect(() => {
    if (!gift) return undefined;
    const timer = setTimeout(() => setAnnounced(gift), ANNOUNCE_DELAY_MS);
    return () => clearTimeout(timer);
  }, [gift]);
  return (
    <div aria-live="polite" className="sr-only">
      {announced && <p key={announced.gift_id}>{giftSentence(announced)}</p>}
    </div>
  );
}

/** Rising emoji. */
function Burst({ emoji }: { emoji: string }) {
  return (
    <div className="gift-burst absolute inset-0 overflow-hidden">
      {bursts.map((number) => (
        <span key={number}>{emoji}</span>
      ))}
    </div>
  );
}

/**
 * Shows a gift over the last messages: the text and rising emoji, then the next gift. With reduced motion only the text is
 * shown. It has no controls and lets pointer events through.
 */
export function GiftShow({ gifts }: { gifts: readonly GiftSent[] }) {
  const [gift, ...others] = gifts;
  const isLeaving = useDisplayTime(gift, others.length > 0);
  const isStill = useMediaQuery('(prefers-reduced-motion: reduce)');
  return (
    <div className="pointer-events-none relative z-3 h-0">
      <Announcement gift={gift} />
      {gift && (
        <div
          key={gift.gift_id}
          aria-hidden="true"
          className={classNames(
            'absolute inset-x-0 bottom-0 h-[min(20rem,45dvh)] transition-opacity duration-200',
            isLeaving && 'opacity-0',
          )}
        >
          {!isStill && <Burst emoji={gift.gift_emoji} />}
          <p className="absolute inset-x-3 bottom-3 mx-auto w-fit max-w-full animate-rise rounded-[1.5rem] border border-line bg-surface px-4 py-2 text-center font-semibold break-words shadow-float">
            {giftSentence(gift)}
          </p>
        </div>
      )}
    </div>
  );
}
