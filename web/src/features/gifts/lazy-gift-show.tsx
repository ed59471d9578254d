import { useSyncExternalStore } from 'react';
import { withMoneyTexts } from '../../platform/texts.ts';
import { lazyPart, Part } from '../../ui/lazy-part.tsx';
import { giftQueue } from './gift-queue.ts';

const giftShow = lazyPart(() => withMoneyTexts(() => import('./gift-show.tsx')));
const nothing = () => null;

/** Shows the gifts that are given in a room over what stands above it. Its code comes with the first gift. */
export function LazyGiftShow({ groupId }: { groupId: string }) {
  const gifts = useSyncExternalStore(giftQueue.subscribe, giftQueue.current);
  if (gifts.length === 0 && giftShow.code === undefined) return null;
  return (
    <Part part={giftShow} failed={nothing}>
      {({ GiftShow }) => <GiftShow gifts={gifts.filter((gift) => gift.group_id === groupId)} />}
    </Part>
  );
}
