import { Trans, useLingui } from '@lingui/react/macro';
import { Dialog } from '../../../ui/dialog.tsx';
import { Switch } from '../../../ui/switch.tsx';
import { singleKeys, useSingleKeys } from '../frame/single-keys.ts';

export type ShortcutsDialogProps = { isOpen: boolean; onClose: () => void };

/** The keyboard shortcuts of the queue; those without Ctrl can be disabled. */
export function ShortcutsDialog({ isOpen, onClose }: ShortcutsDialogProps) {
  const { t } = useLingui();
  const areOn = useSingleKeys();
  const keys: readonly (readonly [string, string])[] = [
    ['j, ↓', t`Next report`],
    ['k, ↑', t`Previous report`],
    ['Enter', t`Open the report`],
    ['t', t`Take the report`],
    ['1 – 6', t`Choose what is to be done`],
    ['r', t`Write the reason`],
    ['b', t`Show or hide pictures`],
    ['Ctrl + Enter', t`Decide`],
    ['?', t`Show these keys`],
  ];
  return (
    <Dialog isOpen={isOpen} onClose={onClose} title={<Trans>Keys</Trans>}>
      <dl className="grid grid-cols-[auto_1fr] items-center gap-x-4 gap-y-2 py-2 text-sm">
        {keys.map(([key, text]) => (
          <div key={key} className="contents">
            <dt>
              <kbd className="inline-grid min-h-7 min-w-7 place-items-center rounded-lg border border-edge bg-raised px-2 font-sans text-xs font-bold">
                {key}
              </kbd>
            </dt>
            <dd>{text}</dd>
          </div>
        ))}
      </dl>
      <Switch
        label={<Trans>Keys without Ctrl</Trans>}
        hint={<Trans>Turn them off if you control your computer by voice.</Trans>}
        isOn={areOn}
        onChange={(isOn) => singleKeys.set(isOn)}
      />
    </Dialog>
  );
}
