import type { GiftSent } from '@adda/contract/gifts';
import { useEffect, useState } from 'react';
import { classNames } from '../../ui/class-names.ts';
import { useMediaQuery } from '../../ui/use-media-query.ts';
import { giftQueue } from './gift-queue.ts';
import './gift-show.css';
import { giftSentence } from './gift-labels.ts';

/** Duration of a gift in ms: alone, and with others waiting; then it fades out. */
const STAY_MS = 3200;
const SHORT_STAY_MS = 1400;
const FADE_MS = 200;

/** Screen readers announce changes of a live region, but not its initial text. */
const ANNOUNCE_DELAY_MS = 100;

const bursts = [1, 2, 3, 4, 5, 6, 7];

/** Removes the shown gift after its time, so that the next one is shown. Returns whether it is fading out. */
function useDisplayTime(gift: GiftSent | undefined, hasOthers: boolean): boolean {
  const [leaving, setLeaving] = useState<string>();
  const id = gift?.gift_id;
  const stay = hasOthers ? SHORT_STAY_MS : STAY_MS;
  useEffect(() => {
    if (id === undefined) return undefined;
    const timers = [
      setTimeout(() => setLeaving(id), stay),
      setTimeout(() => giftQueue.done(id), stay + FADE_MS),
    ];
    return () => {
      for (const timer of timers) clearTimeout(timer);
    };
  }, [id, stay]);
  return id !== undefined && leaving === id;
}

/** Announces each gift politely to screen readers. */
function Announcement({ gift }: { gift: GiftSent | undefined }) {
  const [said, setSaid] = useState<GiftSent>();
  useEffect(() => {
    if (!gift) return undefined;
    const timer = setTimeout(() => setSaid(gift), ANNOUNCE_DELAY_MS);
    return () => clearTimeout(timer);
  }, [gift]);
  return (
    <div aria-live="polite" className="sr-only">
      {said && <p key={said.gift_id}>{giftSentence(said)}</p>}
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
