import { lazyPart } from '../../../ui/lazy-part.tsx';

/** The code of the emoji picker. */
export const emojiPickerPart = lazyPart(() => import('./emoji-picker.tsx'));
