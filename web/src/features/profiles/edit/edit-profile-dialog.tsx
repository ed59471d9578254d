import { DISPLAY_NAME_MAX } from '@adda/contract/accounts';
import { BIO_MAX, type Profile } from '@adda/contract/profiles';
import { t } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { ApiError } from '../../../platform/api-error.ts';
import { FormDialog } from '../../../ui/form-dialog.tsx';
import { TextAreaField, TextField } from '../../../ui/text-field.tsx';
import { toast } from '../../../ui/toast-store.ts';
import { useForm, type FormFailure } from '../../../ui/use-form.ts';
import { UpgradeNeeded } from '../../accounts/index.ts';
import { LinkRows } from './link-rows.tsx';
import { PictureChoice } from './picture-choice.tsx';
import { draftOf, draftProblems } from './profile-draft.ts';
import { saveProfile } from './save-profile.ts';

/** Mounted only while it is open. */
export type EditProfileDialogProps = { profile: Profile; onClose: () => void };

/** Returns why saving failed: the server's text if there is one, as message or as the reason (PR-22). */
function failureOf(error: unknown): FormFailure {
  if (!(error instanceof ApiError)) return { message: t`Failed to update profile` };
  const isAnswer = error.status >= 400 && error.status < 500;
  return isAnswer
    ? { message: error.message }
    : { message: t`Failed to update profile`, detail: error.message };
}

/**
 * Edits name, bio, links and picture of the caller's profile (SH-36, PR-14 to PR-22); guests read that they have to upgrade
 * first (PR-19).
 */
export function EditProfileDialog({ profile, onClose }: EditProfileDialogProps) {
  const { t: text } = useLingui();
  const save = useMutation(saveProfile(useQueryClient(), profile));
  const form = useForm({
    initial: draftOf(profile),
    check: draftProblems,
    send: (draft) => save.mutateAsync(draft),
    errorFields: { display_name: 'displayName', profile_image_url: 'picture' },
    explain: failureOf,
    onDone() {
      toast.success(t`Your profile is saved.`);
      onClose();
    },
  });
  const { bio, links, picture } = form.values;
  return (
    <FormDialog
      form={form}
      onClose={onClose}
      title={<Trans>Edit Profile</Trans>}
      instead={profile.is_guest && <UpgradeNeeded />}
    >
      <PictureChoice
        profile={profile}
        picture={picture}
        onChange={(chosen) => form.change({ picture: chosen })}
        urlProblem={form.errorOf('picture')}
      />
      <TextField
        {...form.field('displayName')}
        label={text`Name`}
        name="display_name"
        autoComplete="nickname"
        maxLength={DISPLAY_NAME_MAX}
      />
      <TextAreaField
        {...form.field('bio')}
        label={text`Bio`}
        hint={text`${bio.trim().length} of ${BIO_MAX} characters`}
      />
      <LinkRows
        links={links}
        onChange={(rows) => form.change({ links: rows })}
        problem={form.errorOf('links')}
      />
    </FormDialog>
  );
}
