import { withDialogTexts } from '../../../platform/texts.ts';
import { lazyComponent } from '../../../ui/lazy-component.tsx';

/** The lazily loaded emoji picker. */
export const lazyEmojiPicker = lazyComponent(() => withDialogTexts(() => import('./emoji-picker.tsx')));
