import type { ListedWord } from '@adda/contract/safety';
import { t } from '@lingui/core/macro';

/** What happens to text with a listed word. */
export const wordActionName = (action: ListedWord['action']): string =>
  action === 'refuse' ? t`Refuse it` : t`Send it to the reports`;
