import { isGuestName } from '@adda/contract/accounts';
import type { Post } from '@adda/contract/feed';
import { Trans } from '@lingui/react/macro';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useSession } from '../../../platform/use-session.ts';
import { FormDialog } from '../../../ui/form-dialog.tsx';
import { useForm } from '../../../ui/use-form.ts';
import { UpgradeNeeded } from '../../accounts/index.ts';
import { LockFields } from './lock-fields.tsx';
import { changeMedia, mediaProblems, updateProblem, type MediaChange } from './change-media.ts';
import { VisibilityField } from './visibility-field.tsx';

/** Mounted only while it is open. */
export type EditMediaDialogProps = {
  /** The caller's own post. */
  post: Post;
  onClose: () => void;
};

/** A locked post is always stored as private (FE-15), which does not imply the visibility after unlocking. */
const changeOf = (post: Post): MediaChange => ({
  isLocked: post.is_locked,
  planId: post.plan_id ?? '',
  visibility: post.is_locked ? 'public' : post.visibility,
});

/** Shows who can see a post after unlocking; renders nothing unless the lock changes. */
function Unlocked({ post, change }: { post: Post; change: MediaChange }) {
  const isUnlocked = post.is_locked && !change.isLocked;
  return (
    <div role="status" className="text-sm text-mute">
      {isUnlocked &&
        (change.visibility === 'public' ? (
          <Trans>Without the lock, everybody sees what is in it.</Trans>
        ) : (
          <Trans>Without the lock, only you see this post.</Trans>
        ))}
    </div>
  );
}

/**
 * Locks, unlocks, hides or shows the caller's own post (SH-36, ME-09 to ME-15); guests see that they need an
 * account.
 */
export function EditMediaDialog({ post, onClose }: EditMediaDialogProps) {
  const isGuest = isGuestName(useSession()?.username ?? '');
  const save = useMutation(changeMedia(useQueryClient(), post));
  const form = useForm({
    initial: changeOf(post),
    check: mediaProblems,
    send: (change) => save.mutateAsync(change),
    explain: updateProblem,
    onDone: onClose,
  });
  const { values, change } = form;
  return (
    <FormDialog
      form={form}
      onClose={onClose}
      title={<Trans>Edit post</Trans>}
      instead={isGuest && <UpgradeNeeded />}
    >
      <LockFields
        lock={values}
        onLock={change}
        error={form.errorOf('planId')}
        refusal={!post.has_media && <Trans>Only a photo or a video can be locked</Trans>}
      />
      <div className="grid gap-1.5">
        <VisibilityField
          value={values.visibility}
          isLocked={values.isLocked}
          error={form.errorOf('visibility')}
          onChange={(visibility) => change({ visibility })}
        />
        <Unlocked post={post} change={values} />
      </div>
    </FormDialog>
  );
}
