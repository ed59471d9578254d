import type { EvasionFlag } from '@adda/contract/moderation';
import { t } from '@lingui/core/macro';

/** Returns a label for the data that two accounts share. */
export function sharedName(hint: EvasionFlag['hints'][number]): string {
  const names = {
    device: t`Same device`,
    network: t`Same network`,
    email: t`Same e-mail`,
    payer: t`Same payer`,
  };
  return names[hint];
}
