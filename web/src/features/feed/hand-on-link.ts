import { t } from '@lingui/core/macro';
import { toast } from '../../ui/toast-store.ts';

async function copy(url: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(url);
    toast.success(t`Link copied`);
  } catch {
    // No permission, or no secure page: the link itself is still of use.
    toast.show(url);
  }
}

/** Hands a link to the device's own sheet; where there is none, or it refuses, the link is copied. */
export async function handOn(url: string, title: string): Promise<void> {
  if (!('share' in navigator)) return copy(url);
  try {
    await navigator.share({ url, title });
    return undefined;
  } catch (error) {
    // Somebody closed the sheet: nothing more is wanted.
    return error instanceof DOMException && error.name === 'AbortError' ? undefined : copy(url);
  }
}
