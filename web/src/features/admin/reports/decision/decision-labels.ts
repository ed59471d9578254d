import { t } from '@lingui/core/macro';
import type { Choice } from './decision-draft.ts';

/** Returns a choice's label. */
export function choiceName(choice: Choice): string {
  const names: Record<Choice, string> = {
    dismiss: t`Dismiss the report`,
    none: t`No action needed`,
    warn: t`Warn`,
    delete_content: t`Remove the content`,
    suspend: t`Suspend for some days`,
    ban: t`Ban for good`,
  };
  return names[choice];
}

/** Returns the toast text after a decision. */
export function doneText(choice: Choice, name: string): string {
  const texts: Record<Choice, string> = {
    dismiss: t`Report dismissed`,
    none: t`Report closed without action`,
    warn: t`${name} was warned`,
    delete_content: t`The content was removed and ${name} told why`,
    suspend: t`${name} is suspended`,
    ban: t`${name} is banned`,
  };
  return texts[choice];
}

/** Suggested sentences for a reason; the user reads them. */
export function readySentences(): readonly { readonly title: string; readonly text: string }[] {
  return [
    {
      title: t`Insults`,
      text: t`You insulted or threatened somebody. Please talk to people the way you want to be talked to.`,
    },
    {
      title: t`Unwanted advances`,
      text: t`You kept writing to somebody who did not want it. When people don't answer or say no, please stop.`,
    },
    {
      title: t`Advertising`,
      text: t`You posted advertising or links that nobody asked for. Please don't do that here.`,
    },
    {
      title: t`Somebody else's pictures`,
      text: t`You showed pictures or personal details of somebody without their consent.`,
    },
    { title: t`Fraud`, text: t`You tried to get money or data from others by deceiving them.` },
    { title: t`Somebody under 18`, text: t`Adda is for adults only. We believe that you are under 18.` },
  ];
}
