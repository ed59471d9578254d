import { lazyComponent } from '../../../ui/lazy-component.tsx';

/** The lazily loaded emoji picker. */
export const lazyEmojiPicker = lazyComponent(() => import('./emoji-picker.tsx'));
