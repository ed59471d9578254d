/** Gifts in rooms: giving one, and showing those that are given (GI-01 to GI-19). */
export { GiftDialog } from './gift-dialog.tsx';
export { giftQueue } from './gift-queue.ts';
export { LazyGiftShow } from './lazy-gift-show.tsx';
