import { Trans } from '@lingui/react/macro';
import { useState } from 'react';
import { Switch } from '../../../ui/switch.tsx';
import { PlanStep } from './plan-step.tsx';
import { PostDialog } from './post-dialog.tsx';
import { CaptionField, FeelingField, HashtagsField } from './post-texts.tsx';
import { usePostUpload } from './use-post-upload.ts';
import { VisibilityField } from './visibility-field.tsx';

/** Mounted only while it is open. */
export type ComposerDialogProps = { onClose: () => void };

/**
 * The one dialog that posts (HM-14): a text, a photo or a video of up to 50 MB, public, private or locked with a plan (SH-39,
 * FE-15 to FE-30).
 */
export function ComposerDialog({ onClose }: ComposerDialogProps) {
  const posting = usePostUpload(onClose);
  const { draft, problems, change } = posting;
  const [wasJustLocked, setJustLocked] = useState(false);
  return (
    <PostDialog
      posting={posting}
      title={<Trans>New post</Trans>}
      onClose={onClose}
      isPostDisabled={draft.file === undefined && draft.caption.trim() === ''}
      caption={<CaptionField posting={posting} />}
      fileHint={
        <Trans>JPEG, PNG, GIF, WebP, MP4, MOV or AVI of up to 50 MB. You can drop or paste it too.</Trans>
      }
      fields={
        <>
          <HashtagsField posting={posting} />
          <FeelingField posting={posting} />
          <VisibilityField
            value={draft.visibility}
            isLocked={draft.isLocked}
            error={problems.visibility}
            onChange={(visibility) => change({ visibility })}
          />
          <Switch
            label={<Trans>Lock for subscribers</Trans>}
            isOn={draft.isLocked}
            onChange={(isLocked) => {
              setJustLocked(isLocked);
              change({ isLocked });
            }}
          />
        </>
      }
      below={
        draft.isLocked && (
          <PlanStep
            planId={draft.planId}
            error={problems.plan}
            scrollsIntoView={wasJustLocked}
            onPlan={(planId) => change({ planId })}
          />
        )
      }
    />
  );
}
