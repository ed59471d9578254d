import { t } from '@lingui/core/macro';
import { versionInPage } from '../platform/app-version.ts';
import { toast } from '../ui/toast-store.ts';

/** Resolves with whether the server serves another version than the open page. Rejects if the server can't be reached. */
async function isReplaced(): Promise<boolean> {
  const page = await fetch('/', { cache: 'no-store' });
  const served = page.ok ? versionInPage(await page.text()) : undefined;
  const own = versionInPage(document.head.innerHTML);
  // A proxy or the network's login page may have answered; the development server names no version.
  if (own && !served) throw new TypeError('not the page of the app');
  return own !== served;
}

let reload = () => location.reload();
let checking: Promise<boolean> | undefined;

/** Sets what ‘Reload’ does instead of a plain reload. */
export function reloadWith(next: () => void): void {
  reload = next;
}

/**
 * Resolves with whether the app was updated since this page was opened; then shows one notice that offers a reload. Rejects if the
 * server can't be reached.
 */
export function checkForUpdate(): Promise<boolean> {
  checking ??= isReplaced().then(
    (isNew) => {
      if (isNew)
        toast.problem(t`Adda has been updated. Reload to go on.`, {
          label: t`Reload`,
          onPress: () => reload(),
        });
      else checking = undefined;
      return isNew;
    },
    (error: unknown) => {
      checking = undefined;
      throw error;
    },
  );
  return checking;
}

/** After a deployment code files of an open page may no longer exist: the update is offered then. */
export function watchForNewVersion(): void {
  addEventListener('vite:preloadError', () => void checkForUpdate().catch(() => undefined));
}
