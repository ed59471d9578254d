import { DISPLAY_NAME_MAX } from '@adda/contract/accounts';
import { BIO_MAX, type Profile } from '@adda/contract/profiles';
import { t } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useId, useRef, useState } from 'react';
import { ApiError } from '../../../platform/api-error.ts';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { FormErrors } from '../../../ui/form-errors.tsx';
import { TextAreaField, TextField } from '../../../ui/text-field.tsx';
import { toast } from '../../../ui/toast-store.ts';
import { UpgradeNeeded } from '../../accounts/index.ts';
import { LinkRows } from './link-rows.tsx';
import { PictureChoice } from './picture-choice.tsx';
import {
  draftOf,
  draftProblems,
  hasNoProblems,
  type DraftProblems,
  type ProfileDraft,
} from './profile-draft.ts';
import { saveProfile } from './save-profile.ts';

/** Mounted only while it is open. */
export type EditProfileDialogProps = { profile: Profile; onClose: () => void };

const none: DraftProblems = { links: new Map() };

/** Returns why saving failed: the server's text if there is one, as message or as the reason (PR-22). */
function failureOf(error: Error | null): { message?: string; detail?: string } {
  if (!error) return {};
  if (!(error instanceof ApiError)) return { message: t`Failed to update profile` };
  const isAnswer = error.status >= 400 && error.status < 500;
  return isAnswer
    ? { message: error.message }
    : { message: t`Failed to update profile`, detail: error.message };
}

/** State of the edit form. */
function useEditedProfile({ profile, onClose }: EditProfileDialogProps) {
  const [draft, setDraft] = useState(() => draftOf(profile));
  const [hasTried, setTried] = useState(false);
  const form = useRef<HTMLFormElement>(null);
  const save = useMutation(saveProfile(useQueryClient(), profile));
  const problems = hasTried ? draftProblems(draft) : none;
  const change = (next: Partial<ProfileDraft>) => setDraft({ ...draft, ...next });
  const submit = () => {
    if (save.isPending) return;
    setTried(true);
    if (!hasNoProblems(draftProblems(draft))) {
      // After the errors are rendered; the error is below its field and has to be visible as well.
      setTimeout(() => {
        const bad = form.current?.querySelector<HTMLElement>('[aria-invalid="true"]');
        bad?.focus();
        bad?.scrollIntoView({ block: 'center' });
      });
      return;
    }
    save.mutate(draft, {
      onSuccess: () => {
        toast.success(t`Your profile is saved.`);
        onClose();
      },
    });
  };
  return { draft, problems, form, save, change, submit };
}

type EditFormProps = { profile: Profile; id: string; edited: ReturnType<typeof useEditedProfile> };

function EditForm({ profile, id, edited }: EditFormProps) {
  const { t: text } = useLingui();
  const { draft, problems, form, save, change, submit } = edited;
  return (
    <form
      ref={form}
      id={id}
      noValidate
      className="mt-4 grid gap-6"
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
    >
      <PictureChoice
        profile={profile}
        picture={draft.picture}
        onChange={(picture) => change({ picture })}
        urlProblem={problems.url}
      />
      <TextField
        label={text`Name`}
        name="display_name"
        autoComplete="nickname"
        maxLength={DISPLAY_NAME_MAX}
        value={draft.displayName}
        error={problems.displayName}
        onChange={(event) => change({ displayName: event.target.value })}
      />
      <TextAreaField
        label={text`Bio`}
        name="bio"
        value={draft.bio}
        error={problems.bio}
        hint={text`${draft.bio.trim().length} of ${BIO_MAX} characters`}
        onChange={(event) => change({ bio: event.target.value })}
      />
      <LinkRows
        links={draft.links}
        onChange={(links) => change({ links })}
        problems={problems.links}
        countProblem={problems.linkCount}
      />
      <FormErrors {...failureOf(save.error)} />
    </form>
  );
}

/**
 * Edits name, bio, links and picture of the caller's profile (SH-36, PR-14 to PR-22); guests read that they have to upgrade
 * first (PR-19).
 */
export function EditProfileDialog(props: EditProfileDialogProps) {
  const { profile, onClose } = props;
  const id = useId();
  const edited = useEditedProfile(props);
  const actions = (
    <>
      <Button tone="quiet" onClick={onClose}>
        <Trans>Cancel</Trans>
      </Button>
      <Button type="submit" form={id} isBusy={edited.save.isPending}>
        <Trans>Save</Trans>
      </Button>
    </>
  );
  return (
    <Dialog
      isOpen
      keepOpenOnOutsidePress
      onClose={onClose}
      title={<Trans>Edit Profile</Trans>}
      actions={!profile.is_guest && actions}
    >
      {profile.is_guest ? <UpgradeNeeded /> : <EditForm id={id} profile={profile} edited={edited} />}
    </Dialog>
  );
}
