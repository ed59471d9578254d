import type { HelpLines } from '@adda/contract/moderation';
import { t } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Phone } from 'lucide-react';
import { useState } from 'react';
import { api } from '../../../platform/api.ts';
import type { ThreatHelp } from '../../../platform/threat-help.ts';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { failureText } from '../../../ui/failure-text.ts';
import { SelectField } from '../../../ui/select-field.tsx';
import { fullDay } from '../../../ui/time-format.ts';
import { Time } from '../../../ui/time.tsx';
import { toast } from '../../../ui/toast-store.ts';
import { endHiding } from '../../accounts/index.ts';

/** The numbers of all countries; they change with a release only. */
const allLines = queryOptions({
  queryKey: ['help-lines'],
  queryFn: ({ signal }) => api('GET /help-lines', { signal }),
  staleTime: Number.POSITIVE_INFINITY,
});

/** The numbers of a country as links that dial them. */
function Numbers({ lines }: { lines: HelpLines }) {
  const { numbers, checked_at: checkedAt } = lines;
  // At noon, so that it is the same day in every time zone.
  const day = fullDay(`${checkedAt}T12:00:00.000Z`);
  return (
    <>
      <ul className="grid gap-2">
        {numbers.map(({ name, number }) => (
          <li key={number}>
            <a
              href={`tel:${number.replaceAll(' ', '')}`}
              className="flex min-h-12 items-center gap-3 rounded-card border border-line bg-surface px-4 py-2 hover:bg-raised"
            >
              <Phone aria-hidden="true" className="size-5 shrink-0 text-rani-ink" />
              <span className="min-w-0 grow wrap-anywhere">{name}</span>
              <strong className="shrink-0 tabular-nums" dir="ltr">
                {number}
              </strong>
            </a>
          </li>
        ))}
      </ul>
      <p className="text-sm text-mute">
        <Trans>Please check a number before you rely on it. Our list is from {day}.</Trans>
      </p>
    </>
  );
}

/** The numbers of the user's country, and of another one on request. */
function HelpNumbers({ help }: { help: HelpLines }) {
  const { t: text } = useLingui();
  const [isElsewhere, setElsewhere] = useState(false);
  const [country, setCountry] = useState(help.country ?? '');
  const all = useQuery({ ...allLines, enabled: isElsewhere });
  const countries = all.data?.countries ?? [];
  const lines = countries.find((each) => each.country === country) ?? help;
  return (
    <section aria-labelledby="help-lines" className="grid gap-3">
      <h3 id="help-lines" className="text-base font-bold">
        <Trans>You don’t have to be alone with this</Trans>
      </h3>
      <Numbers lines={lines} />
      {countries.length > 0 ? (
        <SelectField
          name="country"
          label={<Trans>Where are you?</Trans>}
          placeholder={text`Choose a country`}
          value={country}
          options={countries.map((each) => ({ value: each.country ?? '', label: each.country ?? '' }))}
          onChange={(event) => setCountry(event.target.value)}
        />
      ) : (
        <Button
          tone="quiet"
          size="small"
          className="justify-self-start"
          isBusy={all.isFetching}
          onClick={() => {
            setElsewhere(true);
            if (all.isError) void all.refetch();
          }}
        >
          {all.isError ? <Trans>Try Again</Trans> : <Trans>I am in another country</Trans>}
        </Button>
      )}
    </section>
  );
}

/** Shown after a report of a threat: what was done, whom to call, and how to be visible again (MR-05). */
export function ThreatHelpDialog({ shown, onClose }: { shown: ThreatHelp; onClose: () => void }) {
  const client = useQueryClient();
  const { name, help, hiddenUntil } = shown;
  const ending = useMutation({
    ...endHiding(client),
    onSuccess: () => toast.success(t`Your profile is visible again.`),
    onError: (error) => toast.problem(failureText(error)),
  });
  return (
    <Dialog
      isOpen
      keepOpenOnOutsidePress
      onClose={onClose}
      title={<Trans>Thank you for telling us</Trans>}
      description={<Trans>We look at this before anything else.</Trans>}
      actions={
        <Button onClick={onClose} data-autofocus>
          <Trans>Close</Trans>
        </Button>
      }
    >
      <div className="grid gap-5 pt-3">
        <HelpNumbers help={help} />
        <ul className="grid list-disc gap-1 ps-5">
          <li>
            <Trans>{name} is blocked and can’t reach you here.</Trans>
          </li>
          <li>
            <Trans>What was said between you is kept for us.</Trans>
          </li>
          <li>
            {ending.isSuccess ? (
              <Trans>Everybody can find your profile again.</Trans>
            ) : (
              <Trans>
                Strangers can’t find you until <Time value={hiddenUntil} as="full" />. People you follow or
                wrote to still can.
              </Trans>
            )}
          </li>
        </ul>
        {!ending.isSuccess && (
          <div className="grid justify-items-start gap-1">
            <Button tone="quiet" size="small" isBusy={ending.isPending} onClick={() => ending.mutate()}>
              <Trans>Show my profile to everybody</Trans>
            </Button>
            <p className="text-sm text-mute">
              <Trans>You can also do this later, in the settings.</Trans>
            </p>
          </div>
        )}
      </div>
    </Dialog>
  );
}
