import { t } from '@lingui/core/macro';
import { toast } from '../ui/toast-store.ts';

/** Resolves with whether the server serves a different page than the open one. Rejects if the server can't be reached. */
async function isReplaced(): Promise<boolean> {
  const entry = document.querySelector('script[type=module][src]')?.getAttribute('src');
  const page = await fetch('/', { cache: 'no-store' });
  if (!page.ok) throw new TypeError('no page');
  return !!entry && !(await page.text()).includes(entry);
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
