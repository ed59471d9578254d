import { useLingui } from '@lingui/react/macro';
import { Dialog } from '../../ui/dialog.tsx';
import { GuestForm } from './guest-form.tsx';

export type GuestDialogProps = { isOpen: boolean; onClose: () => void };

/** The guest form in a dialog. A separate file, which is preloaded when the button is hovered or focused. */
export function GuestDialog({ isOpen, onClose }: GuestDialogProps) {
  const { t } = useLingui();
  return (
    <Dialog
      isOpen={isOpen}
      keepOpenOnOutsidePress
      onClose={onClose}
      title={t`Enter as a guest`}
      description={t`A few words about you, and you're in.`}
    >
      <div className="mt-4">
        <GuestForm />
      </div>
    </Dialog>
  );
}
