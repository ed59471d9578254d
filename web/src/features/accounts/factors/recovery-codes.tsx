import { Trans, useLingui } from '@lingui/react/macro';
import { Copy, Download } from 'lucide-react';
import { useState } from 'react';
import { Button } from '../../../ui/button.tsx';
import { copyText } from '../../../ui/copy-link.ts';
import { Dialog } from '../../../ui/dialog.tsx';

/** Saves a text as a file on the device. */
function saveFile(name: string, text: string): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(new Blob([text], { type: 'text/plain' }));
  link.download = name;
  link.click();
  URL.revokeObjectURL(link.href);
}

export type RecoveryCodesProps = {
  codes: readonly string[];
  onKept: () => void;
};

/** New recovery codes, shown this once; only 'I have kept them' closes the dialog (ID-02). */
export function RecoveryCodes({ codes, onKept }: RecoveryCodesProps) {
  const { t } = useLingui();
  const [isReminded, setReminded] = useState(false);
  const text = codes.join('\n');
  return (
    <Dialog
      isOpen
      keepOpenOnOutsidePress
      onClose={() => setReminded(true)}
      title={t`Your recovery codes`}
      description={t`If you lose your phone, enter one of these in place of the app’s code. Each works once. They’re shown only now, so please keep them somewhere safe.`}
      actions={
        <Button onClick={onKept}>
          <Trans>I have kept them</Trans>
        </Button>
      }
    >
      <div className="mt-4 grid grid-cols-1 gap-4 pb-2">
        <ul className="grid grid-cols-1 gap-y-1 rounded-chip bg-raised p-4 text-center font-mono text-sm">
          {codes.map((code) => (
            <li key={code} className="whitespace-nowrap select-all">
              {code}
            </li>
          ))}
        </ul>
        <div className="flex flex-wrap gap-2">
          <Button
            tone="quiet"
            size="small"
            data-autofocus
            icon={<Copy aria-hidden="true" className="size-4" />}
            onClick={() => void copyText(text, t`Codes copied`)}
          >
            <Trans>Copy them</Trans>
          </Button>
          <Button
            tone="quiet"
            size="small"
            icon={<Download aria-hidden="true" className="size-4" />}
            onClick={() => saveFile('adda-recovery-codes.txt', `${t`Recovery codes for Adda`}\n\n${text}\n`)}
          >
            <Trans>Download them</Trans>
          </Button>
        </div>
        {isReminded && (
          <p role="alert" className="rounded-chip bg-marigold-wash p-3 text-sm">
            <Trans>They can’t be shown again. Press “I have kept them” when you have.</Trans>
          </p>
        )}
      </div>
    </Dialog>
  );
}
