import { isGuestName } from '@adda/contract/accounts';
import type { Post } from '@adda/contract/feed';
import { Trans } from '@lingui/react/macro';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useEffect, useId, useRef, useState } from 'react';
import { useSession } from '../../../platform/use-session.ts';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { FormErrors } from '../../../ui/form-errors.tsx';
import { UpgradeNeeded } from '../../accounts/index.ts';
import { LockFields } from './lock-fields.tsx';
import {
  changeMedia,
  mediaProblems,
  updateProblem,
  type MediaChange,
  type MediaProblems,
} from './change-media.ts';
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

const hasProblem = ({ plan, visibility }: MediaProblems): boolean =>
  plan !== undefined || visibility !== undefined;

/** State of the edit form. */
function useEditedMedia(post: Post, onDone: () => void) {
  const [change, setChange] = useState(() => changeOf(post));
  const [problems, setProblems] = useState<MediaProblems>({});
  const form = useRef<HTMLFormElement>(null);
  const save = useMutation(changeMedia(useQueryClient(), post));
  useEffect(() => {
    if (hasProblem(problems)) form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  }, [problems]);
  return {
    change,
    problems,
    form,
    save,
    edit(part: Partial<MediaChange>) {
      setProblems({});
      setChange({ ...change, ...part });
    },
    submit() {
      if (save.isPending) return;
      const found = mediaProblems(change);
      setProblems(found);
      if (!hasProblem(found)) save.mutate(change, { onSuccess: onDone });
    },
  };
}

/** Locks, unlocks, hides or shows the caller's own post (SH-36, ME-09 to ME-15); guests read what they need. */
export function EditMediaDialog({ post, onClose }: EditMediaDialogProps) {
  const formId = useId();
  const isGuest = isGuestName(useSession()?.username ?? '');
  const { change, problems, form, save, edit, submit } = useEditedMedia(post, onClose);
  const actions = (
    <>
      <Button tone="quiet" onClick={onClose}>
        <Trans>Cancel</Trans>
      </Button>
      <Button type="submit" form={formId} isBusy={save.isPending}>
        <Trans>Save</Trans>
      </Button>
    </>
  );
  return (
    <Dialog
      isOpen
      keepOpenOnOutsidePress
      onClose={onClose}
      title={<Trans>Edit post</Trans>}
      actions={!isGuest && actions}
    >
      {isGuest ? (
        <UpgradeNeeded />
      ) : (
        <form
          id={formId}
          ref={form}
          noValidate
          className="mt-2 grid gap-4"
          onSubmit={(event) => {
            event.preventDefault();
            submit();
          }}
        >
          {save.error && <FormErrors {...updateProblem(save.error)} />}
          <LockFields
            lock={change}
            onLock={edit}
            error={problems.plan}
            refusal={!post.has_media && <Trans>Only a photo or a video can be locked</Trans>}
          />
          <div className="grid gap-1.5">
            <VisibilityField
              value={change.visibility}
              isLocked={change.isLocked}
              error={problems.visibility}
              onChange={(visibility) => edit({ visibility })}
            />
            <Unlocked post={post} change={change} />
          </div>
        </form>
      )}
    </Dialog>
  );
}
