import { withOpenedTexts } from '../../../platform/texts.ts';
import { lazyComponent } from '../../../ui/lazy-component.tsx';

/** The lazily loaded emoji picker. */
export const emojiPickerPart = lazyComponent(() => withOpenedTexts(() => import('./emoji-picker.tsx')));
