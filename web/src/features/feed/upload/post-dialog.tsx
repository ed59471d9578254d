import { isGuestName } from '@adda/contract/accounts';
import { Trans } from '@lingui/react/macro';
import { PartyPopper } from 'lucide-react';
import { useEffect, useId, useRef, type ReactNode } from 'react';
import { useSession } from '../../../platform/use-session.ts';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { UpgradeNeeded } from '../../accounts/index.ts';
import { DiscardButton } from './discard-button.tsx';
import { FileField } from './file-field.tsx';
import { UploadFailure } from './upload-failure.tsx';
import { UploadProgress } from './upload-progress.tsx';
import { useDroppedFile } from './use-dropped-file.ts';
import { useFileChoice } from './use-file-choice.ts';
import { useFocusFirstInvalid, type PostUpload } from './use-post-upload.ts';

export type PostDialogProps = {
  posting: PostUpload;
  title: ReactNode;
  onClose: () => void;
  /** Disables the Post button. */
  isPostDisabled?: boolean;
  /** The first field, which has the focus. */
  caption: ReactNode;
  /** Shown below the file button: types and size. */
  fileHint: ReactNode;
  /** The fields below the file. */
  fields: ReactNode;
  /** Rendered below the fields, outside their form, because it may contain a form. */
  below?: ReactNode;
};

function Body({ posting, formId, caption, fileHint, fields, below }: PostDialogProps & { formId: string }) {
  const choice = useFileChoice(posting);
  const holder = useFocusFirstInvalid<HTMLDivElement>(posting.problems);
  const { isOver, props: takesFiles } = useDroppedFile(choice.choose);
  return (
    <div className="mt-2 grid gap-4">
      <div
        ref={holder}
        inert={posting.isSending}
        className={posting.isSending ? 'grid gap-4 opacity-55' : 'grid gap-4'}
      >
        <form
          id={formId}
          noValidate
          {...takesFiles}
          className="grid gap-4"
          onSubmit={(event) => {
            event.preventDefault();
            posting.submit();
          }}
        >
          {caption}
          <FileField file={posting.draft.file} choice={choice} isOver={isOver} hint={fileHint} />
          {fields}
        </form>
        {below}
      </div>
      <UploadFailure state={posting.state} />
      <UploadProgress state={posting.state} onCancel={posting.cancel} />
    </div>
  );
}

/** Success message of a dialog before it closes automatically (Q-35). */
function PostedNote() {
  const note = useRef<HTMLDivElement>(null);
  useEffect(() => note.current?.focus(), []);
  return (
    <div ref={note} tabIndex={-1} className="grid justify-items-center gap-3 py-6 text-center outline-none">
      <span
        aria-hidden="true"
        className="blob grid size-18 place-items-center bg-marigold-wash text-rani-ink"
      >
        <PartyPopper className="size-8" />
      </span>
      <p className="text-lg font-semibold">
        <Trans>It's up!</Trans>
      </p>
      <p className="text-mute">
        <Trans>You find it in the feed and on your profile.</Trans>
      </p>
    </div>
  );
}

/**
 * Dialog for posting. Closing it loses nothing: the draft stays until it is posted or discarded, and an upload
 * continues. Guests see that they need an account (FE-25, ME-04).
 */
export function PostDialog(props: PostDialogProps) {
  const { posting, title, onClose, isPostDisabled } = props;
  const formId = useId();
  const isGuest = isGuestName(useSession()?.username ?? '');
  const isDone = posting.state.step === 'done';
  const actions = (
    <>
      {!posting.isSending && <DiscardButton posting={posting} onDiscarded={onClose} />}
      <Button type="submit" form={formId} disabled={isPostDisabled} isBusy={posting.isSending}>
        <Trans>Post</Trans>
      </Button>
    </>
  );
  return (
    <Dialog
      isOpen
      keepOpenOnOutsidePress
      onClose={onClose}
      title={title}
      actions={!isGuest && !isDone && actions}
    >
      {isGuest && <UpgradeNeeded />}
      {!isGuest && isDone && <PostedNote />}
      {!isGuest && !isDone && <Body {...props} formId={formId} />}
    </Dialog>
  );
}
