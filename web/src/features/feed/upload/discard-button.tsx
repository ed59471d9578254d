import { Trans } from '@lingui/react/macro';
import { useState } from 'react';
import { Button, type ButtonProps } from '../../../ui/button.tsx';
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx';
import { isBlankDraft } from './post-draft.ts';
import type { PostUpload } from './use-post-upload.ts';

/** Props of {@link DiscardButton}. */
export type DiscardButtonProps = {
  posting: PostUpload;
  /** It is thrown away. */
  onDiscarded: () => void;
  size?: ButtonProps['size'];
};

/** Throws away what is written; asks first where a file was chosen. Nothing while there is nothing to throw away. */
export function DiscardButton({ posting, onDiscarded, size }: DiscardButtonProps) {
  const [isAsking, setAsking] = useState(false);
  if (isBlankDraft(posting.draft)) return null;
  const discard = () => {
    setAsking(false);
    posting.discard();
    onDiscarded();
  };
  return (
    <>
      <Button tone="plain" size={size} onClick={() => (posting.draft.file ? setAsking(true) : discard())}>
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
