import { Trans, useLingui } from '@lingui/react/macro';
import { ArrowRight } from 'lucide-react';
import { useState, type ComponentType } from 'react';
import { withAccountTexts } from '../../platform/texts.ts';
import { Button } from '../../ui/button.tsx';
import { toast } from '../../ui/toast-store.ts';
import type { GuestDialogProps } from './guest-dialog.tsx';

const load = () => withAccountTexts(() => import('./guest-dialog.tsx'));

/** Preloads the dialog; a press reports a failure. */
const preview = () => void load().catch(() => undefined);

/** Opens the guest dialog, loading its code first. */
function useGuestDialog() {
  const { t } = useLingui();
  const [Dialog, setDialog] = useState<ComponentType<GuestDialogProps>>();
  const [state, setState] = useState<'shut' | 'loading' | 'open'>('shut');
  const open = async () => {
    setState('loading');
    try {
      const { GuestDialog } = await load();
      setDialog(() => GuestDialog);
      setState('open');
    } catch {
      setState('shut');
      toast.problem(t`We can't reach Adda right now. Check your connection and try again.`);
    }
  };
  return { Dialog, state, open: () => void open(), close: () => setState('shut') };
}

/** The fastest way to enter: a card with one button and a short form (AU-01, SV-03). */
export function GuestEntry() {
  const { Dialog, state, open, close } = useGuestDialog();
  return (
    <section aria-labelledby="guest-entry" className="rounded-card bg-marigold-wash p-5">
      <h2 id="guest-entry" className="text-lg">
        <Trans>Just want a look around?</Trans>
      </h2>
      <p className="mt-1 text-sm">
        <Trans>No e-mail, no password. Keep your account later if you like it here.</Trans>
      </p>
      <Button
        tone="warm"
        isWide
        className="mt-4"
        isBusy={state === 'loading'}
        onPointerEnter={preview}
        onFocus={preview}
        onClick={open}
      >
        <Trans>Enter as a guest</Trans>
        <ArrowRight aria-hidden="true" className="size-5 rtl:-scale-x-100" />
      </Button>
      {Dialog && <Dialog isOpen={state === 'open'} onClose={close} />}
    </section>
  );
}
