import { Trans } from '@lingui/react/macro';
import { PenLine } from 'lucide-react';
import { useState } from 'react';
import { Button } from '../../../ui/button.tsx';
import { LazyComponent, lazyComponent } from '../../../ui/lazy-component.tsx';

/** The composer's dialog, loaded on demand. */
const lazyComposerDialog = lazyComponent(() => import('./composer-dialog.tsx'));

/** Opens the composer, which is loaded on demand (SH-39). */
export function ComposerButton() {
  const [isOpen, setOpen] = useState(false);
  const close = () => setOpen(false);
  return (
    <>
      <Button
        size="small"
        icon={<PenLine aria-hidden="true" className="size-4" />}
        onPointerEnter={() => void lazyComposerDialog.load().catch(() => undefined)}
        onClick={() => setOpen(true)}
      >
        <Trans>New post</Trans>
      </Button>
      {isOpen && (
        <LazyComponent component={lazyComposerDialog} onFailed={close}>
          {({ ComposerDialog }) => <ComposerDialog onClose={close} />}
        </LazyComponent>
      )}
    </>
  );
}
