import { Trans, useLingui } from '@lingui/react/macro';
import { Check, Copy, Share2 } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { Button } from '../../../ui/button.tsx';
import { TextField } from '../../../ui/text-field.tsx';
import { toast } from '../../../ui/toast-store.ts';

/** A link that was just made: its address, a button that copies it, and the device's share sheet where there is one. */
export function InviteLink({ url, roomName }: { url: string; roomName: string }) {
  const { t } = useLingui();
  const field = useRef<HTMLInputElement>(null);
  const [isCopied, setCopied] = useState(false);
  // The address is selected, so that it can be copied by keyboard at once.
  useEffect(() => field.current?.focus(), []);
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(url);
      setCopied(true);
      toast.success(t`Link copied`);
    } catch {
      // Without https or the permission there is no clipboard: the selected text can still be copied by keyboard.
      field.current?.select();
      toast.problem(t`The link could not be copied. Select it and copy it yourself.`);
    }
  };
  // Rejected when the user closes the share sheet.
  const share = () => void navigator.share({ url, title: roomName }).catch(() => undefined);
  const Icon = isCopied ? Check : Copy;
  return (
    <div className="flex flex-wrap items-end gap-3 rounded-card bg-marigold-wash p-4">
      <TextField
        ref={field}
        label={t`Your link`}
        value={url}
        readOnly
        dir="ltr"
        onFocus={(event) => event.currentTarget.select()}
        className="min-w-0 grow basis-full"
      />
      <Button tone="warm" onClick={() => void copy()} icon={<Icon aria-hidden="true" className="size-4" />}>
        {isCopied ? <Trans>Copied</Trans> : <Trans>Copy</Trans>}
      </Button>
      {'share' in navigator && (
        <Button tone="quiet" onClick={share} icon={<Share2 aria-hidden="true" className="size-4" />}>
          <Trans>Share</Trans>
        </Button>
      )}
    </div>
  );
}
