import type { UploadHash } from '@adda/contract/safety';
import { t } from '@lingui/core/macro';

/** How a file is known. */
export const hashKindName = (kind: UploadHash['kind']): string =>
  kind === 'sha256' ? t`This very file (SHA-256)` : t`Pictures that look alike (perceptual hash)`;
