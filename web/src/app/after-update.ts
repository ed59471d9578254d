import { t } from '@lingui/core/macro';
import { toast } from '../ui/toast-store.ts';

/** Whether the server hands out another page than the one that is open; false where it can't be asked. */
async function isReplaced(): Promise<boolean> {
  const entry = document.querySelector('script[type=module][src]')?.getAttribute('src');
  const page = await fetch('/', { cache: 'no-store' });
  return page.ok && !!entry && !(await page.text()).includes(entry);
}

/** After a deployment the code files of an open page are gone: says once that it should be loaded anew. */
export function watchForNewVersion(): void {
  let isAsking = false;
  const ask = () => {
    if (isAsking) return;
    isAsking = true;
    isReplaced().then(
      (isSo) => {
        isAsking = isSo; // said: never again
        if (!isSo) return;
        toast.problem(t`Adda has been updated. Reload to go on.`, {
          label: t`Reload`,
          onPress: () => location.reload(),
        });
      },
      () => {
        isAsking = false;
      },
    );
  };
  addEventListener('vite:preloadError', ask);
}
