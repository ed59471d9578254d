import { ANNOUNCEMENT_MAX, type AnnouncementInput } from '@adda/contract/notifications';
import { t } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import { SelectField } from '../../../ui/select-field.tsx';
import { TextAreaField, TextField } from '../../../ui/text-field.tsx';
import { toast } from '../../../ui/toast-store.ts';
import { ActionForm, fieldError } from '../frame/action-form.tsx';
import { momentOf } from '../frame/local-time.ts';
import { isBackwards, ScheduleFields, type Schedule } from '../frame/schedule-fields.tsx';
import { useAction } from '../frame/use-action.ts';
import { sendAnnouncement } from './announcements.queries.ts';
import { BannerPreview } from './banner-preview.tsx';

/** The form values of an announcement, as entered. */
type AnnouncementDraft = {
  readonly text: string;
  readonly link: string;
  readonly tone: AnnouncementInput['tone'];
  readonly schedule: Schedule;
};

/** Returns errors by field. */
function announcementProblems({ text, link, schedule }: AnnouncementDraft) {
  const isLink = /^https?:$/.test(URL.parse(link.trim())?.protocol ?? '');
  const isTooLong = text.trim().length > ANNOUNCEMENT_MAX;
  return {
    text:
      (text.trim() === '' && t`Write what everybody should know.`) ||
      (isTooLong && t`Use at most ${ANNOUNCEMENT_MAX} characters.`),
    link: link.trim() !== '' && !isLink && t`Please write an address that starts with https:// or http://`,
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

type FieldsProps = {
  draft: AnnouncementDraft;
  onChange: (draft: AnnouncementDraft) => void;
  errorOf: (name: 'text' | 'link' | 'schedule') => string | undefined;
};

function Fields({ draft, onChange, errorOf }: FieldsProps) {
  const { t } = useLingui();
  return (
    <>
      <TextAreaField
        name="text"
        label={<Trans>Text</Trans>}
        aside={<Length text={draft.text} />}
        error={errorOf('text')}
        value={draft.text}
        onChange={(event) => onChange({ ...draft, text: event.target.value })}
      />
      <div className="grid gap-4 sm:grid-cols-2">
        <SelectField
          name="tone"
          label={<Trans>Tone</Trans>}
          value={draft.tone}
          onChange={(event) =>
            onChange({ ...draft, tone: event.target.value === 'warning' ? 'warning' : 'info' })
          }
          options={[
            { value: 'info', label: t`News` },
            { value: 'warning', label: t`Warning` },
          ]}
        />
        <TextField
          name="link"
          type="url"
          label={<Trans>Link (optional)</Trans>}
          placeholder={t`https://…`}
          error={errorOf('link')}
          value={draft.link}
          maxLength={2048}
          autoComplete="off"
          onChange={(event) => onChange({ ...draft, link: event.target.value })}
        />
      </div>
      <ScheduleFields
        value={draft.schedule}
        error={errorOf('schedule')}
        onChange={(schedule) => onChange({ ...draft, schedule })}
      />
    </>
  );
}

const wireNames = { text: 'text', link: 'link', schedule: 'ends_at' };

/** Creates an announcement, with a banner preview; the input is kept if the server rejects it. */
export function AnnouncementForm({ onClose }: { onClose: () => void }) {
  const { t } = useLingui();
  const [draft, setDraft] = useState(empty);
  const [hasTried, setTried] = useState(false);
  const act = useAction((typed: AnnouncementDraft) => sendAnnouncement(announcementOf(typed)), {
    onDone: ({ announcement }) => {
      toast.success(announcement.state === 'planned' ? t`Announcement planned` : t`Everybody is told`);
      onClose();
    },
  });
  const problems = announcementProblems(draft);
  const submit = () => {
    setTried(true);
    if (!Object.values(problems).some(Boolean)) act.run(draft);
  };
  return (
    <ActionForm
      submitLabel={draft.schedule.from === '' ? <Trans>Tell everybody now</Trans> : <Trans>Save</Trans>}
      isBusy={act.isBusy}
      error={act.error}
      onSubmit={submit}
      onCancel={onClose}
    >
      <Fields
        draft={draft}
        onChange={setDraft}
        errorOf={(name) => (hasTried && problems[name]) || fieldError(act.error, wireNames[name])}
      />
      <Preview draft={draft} />
    </ActionForm>
  );
}
