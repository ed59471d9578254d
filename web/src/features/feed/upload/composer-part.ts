import { withPostingTexts } from '../../../platform/texts.ts';
import { lazyPart } from '../../../ui/lazy-part.tsx';

/** The code of the composer's dialog. */
export const composerPart = lazyPart(() => withPostingTexts(() => import('./composer-dialog.tsx')));
