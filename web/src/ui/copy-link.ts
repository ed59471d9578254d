import { t } from '@lingui/core/macro';
import { toast } from './toast-store.ts';

/** Copies a text and says so with `copied`; without permission or a secure context the text is shown instead. */
export async function copyText(text: string, copied: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(text);
    toast.success(copied);
  } catch {
    toast.show(text);
  }
}

/** Copies a link; without permission or a secure context it is shown instead. */
export const copyLink = (url: string): Promise<void> => copyText(url, t`Link copied`);
