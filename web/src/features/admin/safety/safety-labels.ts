import type { ListedWord, UploadHash } from '@adda/contract/safety';
import { t } from '@lingui/core/macro';

/** Returns a label for how text with a listed word is handled. */
export const wordActionName = (action: ListedWord['action']): string =>
  action === 'refuse' ? t`Refuse it` : t`Send it to the reports`;

/** Returns the label of a hash kind. */
export const hashKindName = (kind: UploadHash['kind']): string =>
  kind === 'sha256' ? t`This very file (SHA-256)` : t`Pictures that look alike (perceptual hash)`;
