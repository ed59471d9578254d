import { t } from '@lingui/core/macro';
import { toast } from '../../ui/toast-store.ts';

async function copy(url: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(url);
    toast.success(t`Link copied`);
  } catch {
    // Without permission or a secure context the link itself is shown.
    toast.show(url);
  }
}

/** Shares a link through the browser's share sheet; where there is none, or sharing fails, copies the link. */
export async function shareLink(url: string, title: string): Promise<void> {
  if (!('share' in navigator)) return copy(url);
  try {
    await navigator.share({ url, title });
    return undefined;
  } catch (error) {
    // The user closed the share sheet.
    return error instanceof DOMException && error.name === 'AbortError' ? undefined : copy(url);
  }
}
