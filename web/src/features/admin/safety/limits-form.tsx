import {
  FIRST_CONTACTS_MAX,
  NEW_ACCOUNT_HOURS_MAX,
  SAFETY_DEFAULTS,
  type SafetySettings,
} from '@adda/contract/safety';
import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { ActionForm } from '../../../ui/form.tsx';
import { Skeleton } from '../../../ui/skeletons.tsx';
import { Switch } from '../../../ui/switch.tsx';
import { TextField } from '../../../ui/text-field.tsx';
import { toast } from '../../../ui/toast-store.ts';
import { isWholeNumber } from '../frame/field-checks.ts';
import { Loaded } from '../frame/loaded.tsx';
import { useActionForm } from '../frame/use-action.ts';
import { safetyQuery, sendSafety } from './safety.queries.ts';

/** Returns the settings as form values. Until the first input the form follows other administrators' changes. */
const typedOf = (settings: SafetySettings) => ({
  ...settings,
  new_account_hours: String(settings.new_account_hours),
  first_contacts_per_day: String(settings.first_contacts_per_day),
});

function Limits({ settings }: { settings: SafetySettings }) {
  const { t } = useLingui();
  const client = useQueryClient();
  const form = useActionForm({
    initial: typedOf(settings),
    checksWhileTyping: true,
    check: ({ new_account_hours: hours, first_contacts_per_day: contacts }) => ({
      new_account_hours:
        !isWholeNumber(hours, 0, NEW_ACCOUNT_HOURS_MAX) &&
        t`A whole number from 0 to ${NEW_ACCOUNT_HOURS_MAX}`,
      first_contacts_per_day:
        !isWholeNumber(contacts, 1, FIRST_CONTACTS_MAX) && t`A whole number from 1 to ${FIRST_CONTACTS_MAX}`,
    }),
    send: (typed) =>
      sendSafety({
        ...typed,
        new_account_hours: Number(typed.new_account_hours),
        first_contacts_per_day: Number(typed.first_contacts_per_day),
      }),
    onDone: ({ settings: saved }) => {
      client.setQueryData(safetyQuery.queryKey, saved);
      toast.success(t`Limits saved`);
      form.reset();
    },
  });
  const { new_account_hours: usualHours, first_contacts_per_day: usualContacts } = SAFETY_DEFAULTS;
  return (
    <ActionForm
      form={form}
      label={t`Limits of new accounts`}
      submitLabel={<Trans>Save the limits</Trans>}
      className="mt-4"
    >
      <div className="grid gap-4 sm:grid-cols-2">
        <TextField
          {...form.field('new_account_hours')}
          type="number"
          min={0}
          max={NEW_ACCOUNT_HOURS_MAX}
          label={<Trans>Hours that an account is new</Trans>}
          hint={<Trans>0 switches the limits off. Usual: {usualHours}.</Trans>}
        />
        <TextField
          {...form.field('first_contacts_per_day')}
          type="number"
          min={1}
          max={FIRST_CONTACTS_MAX}
          label={<Trans>New people they may write to in 24 hours</Trans>}
          hint={<Trans>Who never answered them. Usual: {usualContacts}.</Trans>}
        />
      </div>
      <Switch
        label={<Trans>Links stay plain text</Trans>}
        hint={<Trans>In what new accounts write to people who have not answered yet.</Trans>}
        isOn={form.values.plain_links}
        onChange={(isOn) => form.change({ plain_links: isOn })}
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
