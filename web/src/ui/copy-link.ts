import { t } from '@lingui/core/macro';
import { toast } from './toast-store.ts';

/** Copies a link; without permission or a secure context it is shown instead. */
export async function copyLink(url: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(url);
    toast.success(t`Link copied`);
  } catch {
    toast.show(url);
  }
}
