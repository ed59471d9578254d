import { Trans } from '@lingui/react/macro';
import { useState } from 'react';
import { Button } from '../../../ui/button.tsx';
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx';
import { isBlankDraft } from './post-draft.ts';
import type { PostUpload } from './use-post-upload.ts';

export type DiscardButtonProps = {
  posting: PostUpload;
  /** Called after the draft is discarded. */
  onDiscarded: () => void;
};

/** Discards the draft; asks for confirmation if a file was chosen. Renders nothing while the draft is blank. */
export function DiscardButton({ posting, onDiscarded }: DiscardButtonProps) {
  const [isAsking, setAsking] = useState(false);
  if (isBlankDraft(posting.draft)) return null;
  const discard = () => {
    setAsking(false);
    posting.discard();
    onDiscarded();
  };
  return (
    <>
      <Button tone="plain" onClick={() => (posting.draft.file ? setAsking(true) : discard())}>
        <Trans>Discard</Trans>
      </Button>
      <ConfirmDialog
        isOpen={isAsking}
        isDangerous
        title={<Trans>Discard this post?</Trans>}
        description={<Trans>The file and everything you wrote are gone then.</Trans>}
        confirmLabel={<Trans>Discard</Trans>}
        cancelLabel={<Trans>Keep writing</Trans>}
        onConfirm={discard}
        onCancel={() => setAsking(false)}
      />
    </>
  );
}
