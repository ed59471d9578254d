import { t } from '@lingui/core/macro';
import { toast } from '../ui/toast-store.ts';

/**
 * Returns true if the server serves a different page than the open one; false if the server can't be reached.
 */
async function isReplaced(): Promise<boolean> {
  const entry = document.querySelector('script[type=module][src]')?.getAttribute('src');
  const page = await fetch('/', { cache: 'no-store' });
  return page.ok && !!entry && !(await page.text()).includes(entry);
}

/**
 * After a deployment the code files of an open page no longer exist: shows one notice that offers a reload.
 */
export function watchForNewVersion(): void {
  let isChecking = false;
  const checkForUpdate = () => {
    if (isChecking) return;
    isChecking = true;
    isReplaced().then(
      (isNew) => {
        isChecking = isNew; // announced: never again
        if (!isNew) return;
        toast.problem(t`Adda has been updated. Reload to go on.`, {
          label: t`Reload`,
          onPress: () => location.reload(),
        });
      },
      () => {
        isChecking = false;
      },
    );
  };
  addEventListener('vite:preloadError', checkForUpdate);
}
