import { useLingui } from '@lingui/react/macro';
import { useState, type ReactNode } from 'react';
import { toast } from '../../ui/toast-store.ts';
import type { GuestDialogProps } from './guest-dialog.tsx';
import type { AfterLogin } from './use-start-session.ts';

const loadGuestDialog = () => import('./guest-dialog.tsx');

/** Preloads the guest dialog; a press reports a failure. */
const preview = () => void loadGuestDialog().catch(() => undefined);

/** Opens the guest dialog, loading its code first. Spread `button` on the button, and render `dialog` next to it. */
export function useGuestDialog(options: AfterLogin = {}) {
  const { t } = useLingui();
  const [Dialog, setDialog] = useState<(props: GuestDialogProps) => ReactNode>();
  const [state, setState] = useState<'shut' | 'loading' | 'open'>('shut');
  const open = async () => {
    setState('loading');
    try {
      const { GuestDialog } = await loadGuestDialog();
      setDialog(() => GuestDialog);
      setState('open');
    } catch {
      setState('shut');
      toast.problem(t`We can't reach Adda right now. Check your connection and try again.`);
    }
  };
  return {
    button: {
      isBusy: state === 'loading',
      onPointerEnter: preview,
      onFocus: preview,
      onClick: () => void open(),
    },
    dialog: Dialog && <Dialog {...options} isOpen={state === 'open'} onClose={() => setState('shut')} />,
  };
}
