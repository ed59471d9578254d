import { useSyncExternalStore } from 'react';
import { lazyComponent, LazyComponent } from '../../ui/lazy-component.tsx';
import { giftQueue } from './gift-queue.ts';

const giftShow = lazyComponent(() => import('./gift-show.tsx'));
const nothing = () => null;

/** Shows the gifts of a room over its container. Loaded with the first gift. */
export function LazyGiftShow({ groupId }: { groupId: string }) {
  const gifts = useSyncExternalStore(giftQueue.subscribe, giftQueue.current);
  if (gifts.length === 0 && giftShow.code === undefined) return null;
  return (
    <LazyComponent component={giftShow} failed={nothing}>
      {({ GiftShow }) => <GiftShow gifts={gifts.filter((gift) => gift.group_id === groupId)} />}
    </LazyComponent>
  );
}
