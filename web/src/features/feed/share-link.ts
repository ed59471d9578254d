import { copyLink } from '../../ui/copy-link.ts';

/** Shares a link through the browser's share sheet; where there is none, or sharing fails, copies the link. */
export async function shareLink(url: string, title: string): Promise<void> {
  if (!('share' in navigator)) return copyLink(url);
  try {
    await navigator.share({ url, title });
    return undefined;
  } catch (error) {
    // The user closed the share sheet.
    return error instanceof DOMException && error.name === 'AbortError' ? undefined : copyLink(url);
  }
}
