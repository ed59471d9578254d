import { ANNOUNCEMENT_MAX } from '@adda/contract/notifications';
import { Trans, useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import { SelectField } from '../../../ui/select-field.tsx';
import { TextAreaField, TextField } from '../../../ui/text-field.tsx';
import { toast } from '../../../ui/toast-store.ts';
import { ActionForm, fieldError } from '../frame/action-form.tsx';
import { ScheduleFields } from '../frame/schedule-fields.tsx';
import { useAction } from '../frame/use-action.ts';
import { announcementOf, announcementProblems, type AnnouncementDraft } from './announcement-draft.ts';
import { sendAnnouncement } from './announcements.queries.ts';
import { BannerPreview } from './banner-preview.tsx';

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
