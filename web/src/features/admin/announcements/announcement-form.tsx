import { ANNOUNCEMENT_MAX, type AnnouncementInput } from '@adda/contract/notifications';
import { t } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { ActionForm } from '../../../ui/form.tsx';
import { SelectField } from '../../../ui/select-field.tsx';
import { TextAreaField, TextField } from '../../../ui/text-field.tsx';
import { toast } from '../../../ui/toast-store.ts';
import { isWebAddress } from '../frame/field-checks.ts';
import { isBackwards, momentOf, ScheduleFields, type Schedule } from '../frame/schedule-fields.tsx';
import { useActionForm } from '../frame/use-action.ts';
import { sendAnnouncement } from './announcements.queries.ts';
import { BannerPreview } from './banner-preview.tsx';

/** The form values of an announcement, as entered. */
type AnnouncementDraft = {
  readonly text: string;
  readonly link: string;
  readonly tone: AnnouncementInput['tone'];
  readonly schedule: Schedule;
};

const tones = ['info', 'warning'] as const;

/** Returns errors by field. */
function announcementProblems({ text, link, schedule }: AnnouncementDraft) {
  const isTooLong = text.trim().length > ANNOUNCEMENT_MAX;
  return {
    text:
      (text.trim() === '' && t`Write what everybody should know.`) ||
      (isTooLong && t`Use at most ${ANNOUNCEMENT_MAX} characters.`),
    link:
      link.trim() !== '' &&
      !isWebAddress(link) &&
      t`Please write an address that starts with https:// or http://`,
    schedule: isBackwards(schedule) && t`Choose an end that comes after the start.`,
  };
}

/** Converts the form values to the request. */
const announcementOf = ({ text, link, tone, schedule }: AnnouncementDraft): AnnouncementInput => ({
  text: text.trim(),
  link: link.trim() || null,
  tone,
  starts_at: momentOf(schedule.from),
  ends_at: momentOf(schedule.to) ?? null,
});

const empty: AnnouncementDraft = { text: '', link: '', tone: 'info', schedule: { from: '', to: '' } };

/** Shows the remaining length of the text. */
function Length({ text }: { text: string }) {
  const count = text.trim().length;
  return (
    <span className="text-xs text-mute tabular-nums">
      {count}/{ANNOUNCEMENT_MAX}
    </span>
  );
}

function Preview({ draft }: { draft: AnnouncementDraft }) {
  const { t } = useLingui();
  return (
    <div role="group" aria-label={t`Preview`} className="grid gap-1.5">
      <p aria-hidden="true" className="text-sm font-semibold">
        <Trans>Preview</Trans>
      </p>
      <BannerPreview
        text={draft.text.trim() || t`What everybody should know`}
        link={draft.link.trim() || null}
        tone={draft.tone}
      />
    </div>
  );
}

/** Creates an announcement, with a banner preview; the input is kept if the server rejects it. */
export function AnnouncementForm({ onClose }: { onClose: () => void }) {
  const { t } = useLingui();
  const form = useActionForm({
    initial: empty,
    check: announcementProblems,
    errorFields: { ends_at: 'schedule' },
    send: (draft) => sendAnnouncement(announcementOf(draft)),
    onDone: ({ announcement }) => {
      toast.success(announcement.state === 'planned' ? t`Announcement planned` : t`Everybody is told`);
      onClose();
    },
  });
  const draft = form.values;
  return (
    <ActionForm
      form={form}
      submitLabel={draft.schedule.from === '' ? <Trans>Tell everybody now</Trans> : <Trans>Save</Trans>}
      onCancel={onClose}
      className="mt-4"
    >
      <TextAreaField
        {...form.field('text')}
        label={<Trans>Text</Trans>}
        aside={<Length text={draft.text} />}
      />
      <div className="grid gap-4 sm:grid-cols-2">
        <SelectField
          {...form.choice('tone', tones)}
          label={<Trans>Tone</Trans>}
          options={[
            { value: 'info', label: t`News` },
            { value: 'warning', label: t`Warning` },
          ]}
        />
        <TextField
          {...form.field('link')}
          type="url"
          label={<Trans>Link (optional)</Trans>}
          placeholder={t`https://…`}
          maxLength={2048}
          autoComplete="off"
        />
      </div>
      <ScheduleFields
        value={draft.schedule}
        error={form.errorOf('schedule')}
        onChange={(schedule) => form.change({ schedule })}
      />
      <Preview draft={draft} />
    </ActionForm>
  );
}
