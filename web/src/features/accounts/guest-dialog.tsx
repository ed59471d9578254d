import { useLingui } from '@lingui/react/macro';
import { Dialog } from '../../ui/dialog.tsx';
import { GuestForm } from './guest-form.tsx';

/** Props of {@link GuestDialog}. */
export type GuestDialogProps = { isOpen: boolean; onClose: () => void };

/** The few questions to a guest. It has a file of its own, fetched when somebody reaches for the button. */
export function GuestDialog({ isOpen, onClose }: GuestDialogProps) {
  const { t } = useLingui();
  return (
    <Dialog
      isOpen={isOpen}
      isStubborn
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
