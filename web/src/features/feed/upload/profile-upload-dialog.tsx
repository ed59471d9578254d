import { Trans } from '@lingui/react/macro';
import { LockFields } from './lock-fields.tsx';
import { PostDialog } from './post-dialog.tsx';
import { CaptionField } from './post-texts.tsx';
import { usePostUpload } from './use-post-upload.ts';
import { VisibilityField } from './visibility-field.tsx';

export type ProfileUploadProps = { isOpen: boolean; onClose: () => void };

function OpenProfileUpload({ onClose }: Pick<ProfileUploadProps, 'onClose'>) {
  const posting = usePostUpload('profile', onClose);
  const { draft, problems, change } = posting;
  return (
    <PostDialog
      posting={posting}
      title={<Trans>Add a post</Trans>}
      onClose={onClose}
      fileHint={
        <Trans>JPEG, PNG, GIF, WebP, MP4, MOV or AVI of up to 10 MB. You can drop or paste it too.</Trans>
      }
      fields={
        <>
          <CaptionField posting={posting} />
          <VisibilityField
            value={draft.visibility}
            isLocked={draft.isLocked}
            error={problems.visibility}
            onChange={(visibility) => change({ visibility })}
          />
          <LockFields lock={draft} onLock={change} error={problems.plan} />
        </>
      }
    />
  );
}

/** Posts from the caller's profile: a file of up to 10 MB with its texts (SH-39, ME-01 to ME-06). */
export function ProfileUpload({ isOpen, onClose }: ProfileUploadProps) {
  return isOpen ? <OpenProfileUpload onClose={onClose} /> : null;
}
