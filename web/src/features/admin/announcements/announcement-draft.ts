import { ANNOUNCEMENT_MAX, type AnnouncementInput } from '@adda/contract/notifications';
import { t } from '@lingui/core/macro';
import { momentOf } from '../frame/local-time.ts';
import { isBackwards, type Schedule } from '../frame/schedule-fields.tsx';

/** The form values of an announcement, as entered. */
export type AnnouncementDraft = {
  readonly text: string;
  readonly link: string;
  readonly tone: AnnouncementInput['tone'];
  readonly schedule: Schedule;
};

/** Returns errors by field. */
export function announcementProblems({ text, link, schedule }: AnnouncementDraft) {
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
export const announcementOf = ({ text, link, tone, schedule }: AnnouncementDraft): AnnouncementInput => ({
  text: text.trim(),
  link: link.trim() || null,
  tone,
  starts_at: momentOf(schedule.from),
  ends_at: momentOf(schedule.to) ?? null,
});
