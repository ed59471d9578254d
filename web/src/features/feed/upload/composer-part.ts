import { withPostingTexts } from '../../../platform/texts.ts';
import { lazyComponent } from '../../../ui/lazy-component.tsx';

/** The code of the composer's dialog. */
export const composerPart = lazyComponent(() => withPostingTexts(() => import('./composer-dialog.tsx')));
