import type { UploadHash } from '@adda/contract/safety';
import { t } from '@lingui/core/macro';

/** Returns the label of a hash kind. */
export const hashKindName = (kind: UploadHash['kind']): string =>
  kind === 'sha256' ? t`This very file (SHA-256)` : t`Pictures that look alike (perceptual hash)`;
