import type { Mute } from '@adda/contract/messages';
import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { t } from '@lingui/core/macro';
import { FormDialog } from '../../../ui/form-dialog.tsx';
import { toast } from '../../../ui/toast-store.ts';
import { Time } from '../../../ui/time.tsx';
import { useNow } from '../../../ui/time-clock.ts';
import { radioClasses } from '../../../ui/radio-classes.ts';
import { useForm } from '../../../ui/use-form.ts';
import { muteOf, mutesQuery, setMute, type MutePlace } from './mutes.queries.ts';

const HOUR_MS = 3_600_000;

/** How long a conversation stays muted, in ms; `off` ends the muting and `always` has no end. */
const durations = {
  off: undefined,
  hour: HOUR_MS,
  eight: 8 * HOUR_MS,
  day: 24 * HOUR_MS,
  always: null,
} as const;

type Duration = keyof typeof durations;
const order: readonly Duration[] = ['off', 'hour', 'eight', 'day', 'always'];

function endOf(duration: Duration): string | null | undefined {
  const ms = durations[duration];
  return typeof ms === 'number' ? new Date(Date.now() + ms).toISOString() : ms;
}

export type MuteDialogProps = {
  place: MutePlace;
  /** Name of the room or of the other user. */
  name: string;
  /** Called with the new state, because its event comes only while the main screen is connected. */
  onMuted?: (mute: Mute) => void;
  onClose: () => void;
};

/** Chooses for how long a room or a private chat notifies no more (GR-07). */
export function MuteDialog({ place, name, onMuted, onClose }: MuteDialogProps) {
  const { t: text } = useLingui();
  const client = useQueryClient();
  const { data: mutes } = useQuery(mutesQuery);
  const muted = muteOf(mutes, place, useNow());
  const initial: Duration = muted?.muted_until === null ? 'always' : 'off';
  const labels: Record<Duration, string> = {
    off: text`Tell me about everything`,
    hour: text`Quiet for 1 hour`,
    eight: text`Quiet for 8 hours`,
    day: text`Quiet for 1 day`,
    always: text`Quiet until I change it`,
  };
  const form = useForm<{ duration: Duration }, Mute>({
    initial: { duration: initial },
    send: ({ duration }) => setMute(client, place, endOf(duration)),
    onDone: (mute) => {
      onMuted?.(mute);
      toast.success(mute.is_muted ? t`${name} is quiet now` : t`${name} tells you again`);
      onClose();
    },
  });
  const until = muted?.muted_until;
  return (
    <FormDialog form={form} title={<Trans>Mute {name}</Trans>} onClose={onClose}>
      <p className="text-sm text-mute">
        {until ? (
          <Trans>
            Quiet until <Time value={until} as="full" />.
          </Trans>
        ) : (
          <Trans>
            New messages stay there for you to find, without a sound and without the number on the tab.
          </Trans>
        )}
      </p>
      <fieldset className="grid gap-0.5">
        <legend className="sr-only">
          <Trans>For how long</Trans>
        </legend>
        {order.map((duration) => (
          <label
            key={duration}
            className="flex min-h-11 items-center gap-3 rounded-chip px-2 hover:bg-raised has-checked:bg-rani-wash"
          >
            <input
              type="radio"
              name="duration"
              checked={form.values.duration === duration}
              onChange={() => form.change({ duration })}
              className={radioClasses}
            />
            {labels[duration]}
          </label>
        ))}
      </fieldset>
    </FormDialog>
  );
}
