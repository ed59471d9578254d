import {
  FIRST_CONTACTS_MAX,
  NEW_ACCOUNT_HOURS_MAX,
  SAFETY_DEFAULTS,
  type SafetySettings,
} from '@adda/contract/safety';
import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Skeleton } from '../../../ui/skeletons.tsx';
import { Switch } from '../../../ui/switch.tsx';
import { TextField } from '../../../ui/text-field.tsx';
import { toast } from '../../../ui/toast-store.ts';
import { ActionForm, fieldError } from '../frame/action-form.tsx';
import { Loaded } from '../frame/loaded.tsx';
import { useAction } from '../frame/use-action.ts';
import { safetyQuery, sendSafety } from './safety.queries.ts';

type Typed = { readonly hours: string; readonly contacts: string; readonly arePlain: boolean };

const typedOf = (settings: SafetySettings): Typed => ({
  hours: String(settings.new_account_hours),
  contacts: String(settings.first_contacts_per_day),
  arePlain: settings.plain_links,
});

const isWithin = (typed: string, least: number, most: number): boolean => {
  const number = Number(typed);
  return typed.trim() !== '' && Number.isInteger(number) && number >= least && number <= most;
};

function Limits({ settings }: { settings: SafetySettings }) {
  const { t } = useLingui();
  const client = useQueryClient();
  // Until the first input the form shows the stored settings, including other administrators' changes.
  const [draft, setDraft] = useState<Typed>();
  const typed = draft ?? typedOf(settings);
  const act = useAction(sendSafety, {
    onDone: ({ settings: saved }) => {
      client.setQueryData(safetyQuery.queryKey, saved);
      toast.success(t`Limits saved`);
      setDraft(undefined);
    },
  });
  const problems = {
    hours:
      !isWithin(typed.hours, 0, NEW_ACCOUNT_HOURS_MAX) &&
      t`A whole number from 0 to ${NEW_ACCOUNT_HOURS_MAX}`,
    contacts:
      !isWithin(typed.contacts, 1, FIRST_CONTACTS_MAX) && t`A whole number from 1 to ${FIRST_CONTACTS_MAX}`,
  };
  const submit = () => {
    if (problems.hours || problems.contacts) return;
    act.run({
      new_account_hours: Number(typed.hours),
      first_contacts_per_day: Number(typed.contacts),
      plain_links: typed.arePlain,
    });
  };
  const { new_account_hours: usualHours, first_contacts_per_day: usualContacts } = SAFETY_DEFAULTS;
  return (
    <ActionForm
      label={t`Limits of new accounts`}
      submitLabel={<Trans>Save the limits</Trans>}
      isBusy={act.isBusy}
      error={act.error}
      onSubmit={submit}
    >
      <div className="grid gap-4 sm:grid-cols-2">
        <TextField
          name="new_account_hours"
          type="number"
          min={0}
          max={NEW_ACCOUNT_HOURS_MAX}
          label={<Trans>Hours that an account is new</Trans>}
          hint={<Trans>0 switches the limits off. Usual: {usualHours}.</Trans>}
          error={problems.hours || fieldError(act.error, 'new_account_hours')}
          value={typed.hours}
          onChange={(event) => setDraft({ ...typed, hours: event.target.value })}
        />
        <TextField
          name="first_contacts_per_day"
          type="number"
          min={1}
          max={FIRST_CONTACTS_MAX}
          label={<Trans>New people they may write to in 24 hours</Trans>}
          hint={<Trans>Who never answered them. Usual: {usualContacts}.</Trans>}
          error={problems.contacts || fieldError(act.error, 'first_contacts_per_day')}
          value={typed.contacts}
          onChange={(event) => setDraft({ ...typed, contacts: event.target.value })}
        />
      </div>
      <Switch
        label={<Trans>Links stay plain text</Trans>}
        hint={<Trans>In what new accounts write to people who have not answered yet.</Trans>}
        isOn={typed.arePlain}
        onChange={(arePlain) => setDraft({ ...typed, arePlain })}
      />
    </ActionForm>
  );
}

/** Limits of new accounts (SV-105). */
export function LimitsForm() {
  const query = useQuery(safetyQuery);
  return (
    <Loaded query={query} skeleton={<Skeleton className="h-40 w-full" />}>
      {(settings) => <Limits settings={settings} />}
    </Loaded>
  );
}
