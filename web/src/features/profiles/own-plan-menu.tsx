import type { Plan } from '@adda/contract/creators';
import { useLingui } from '@lingui/react/macro';
import { Archive, Ellipsis, Pencil } from 'lucide-react';
import { useState } from 'react';
import { withPostTexts } from '../../platform/texts.ts';
import { lazyComponent, LazyComponent } from '../../ui/lazy-component.tsx';
import { Menu, MenuItem } from '../../ui/menu.tsx';

const forms = lazyComponent(() => withPostTexts(() => import('../creators/plans/index.ts')));

/** Menu of a plan for its owner: edit its texts, or stop selling it (SV-70). */
export function OwnPlanMenu({ plan }: { plan: Plan }) {
  const { t } = useLingui();
  const [open, setOpen] = useState<'edit' | 'archive'>();
  const close = () => setOpen(undefined);
  const { name } = plan;
  return (
    <>
      <Menu
        label={name}
        renderTrigger={(props) => (
          <button
            type="button"
            {...props}
            aria-label={t`Change the plan ${name}`}
            className="grid size-11 place-items-center rounded-full bg-raised hover:bg-line"
          >
            <Ellipsis aria-hidden="true" className="size-5" />
          </button>
        )}
      >
        <MenuItem icon={<Pencil className="size-4.5" />} onSelect={() => setOpen('edit')}>
          {t`Edit`}
        </MenuItem>
        <MenuItem icon={<Archive className="size-4.5" />} isDangerous onSelect={() => setOpen('archive')}>
          {t`Stop selling`}
        </MenuItem>
      </Menu>
      {open && (
        <LazyComponent component={forms} onFailed={close}>
          {({ EditPlanDialog, ArchivePlanDialog }) =>
            open === 'edit' ? (
              <EditPlanDialog plan={plan} onClose={close} />
            ) : (
              <ArchivePlanDialog plan={plan} onClose={close} />
            )
          }
        </LazyComponent>
      )}
    </>
  );
}
