import type { Plan } from '@adda/contract/creators';
import { useLingui } from '@lingui/react/macro';
import { Dialog } from '../../../ui/dialog.tsx';
import { toast } from '../../../ui/toast-store.ts';
import { PlanForm } from './plan-form.tsx';

export type CreatePlanDialogProps = {
  isOpen: boolean;
  onClose: () => void;
  /** Called with the new plan, which is already in the cached list. */
  onCreated?: (plan: Plan) => void;
};

/** 'Create a plan' of the caller's profile (SH-38, PL-08 to PL-12). */
export function CreatePlanDialog({ isOpen, onClose, onCreated }: CreatePlanDialogProps) {
  const { t } = useLingui();
  const created = (plan: Plan) => {
    toast.success(t`Your plan is there.`);
    onCreated?.(plan);
    onClose();
  };
  return (
    <Dialog
      isOpen={isOpen}
      keepOpenOnOutsidePress
      onClose={onClose}
      title={t`Create a plan`}
      description={t`Whoever subscribes sees all your locked posts for that time.`}
    >
      <div className="mt-4">
        <PlanForm variant="profile" onCreated={created} onCancel={onClose} />
      </div>
    </Dialog>
  );
}
