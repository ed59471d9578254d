import { withOpenedTexts } from '../../../platform/texts.ts';
import { lazyPart } from '../../../ui/lazy-part.tsx';

/** The code of the emoji picker. */
export const emojiPickerPart = lazyPart(() => withOpenedTexts(() => import('./emoji-picker.tsx')));
