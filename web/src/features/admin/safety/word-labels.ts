import type { ListedWord } from '@adda/contract/safety';
import { t } from '@lingui/core/macro';

/** Returns a label for how text with a listed word is handled. */
export const wordActionName = (action: ListedWord['action']): string =>
  action === 'refuse' ? t`Refuse it` : t`Send it to the reports`;
