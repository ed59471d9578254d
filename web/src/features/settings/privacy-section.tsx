import { Trans } from '@lingui/react/macro';
import type { Settings } from '@adda/contract/accounts';
import type { ReactNode } from 'react';
import { Button } from '../../ui/button.tsx';
import { Switch } from '../../ui/switch.tsx';
import { useSettings } from './privacy-settings.ts';

type Field = { readonly name: keyof Settings; readonly label: ReactNode; readonly hint?: ReactNode };

const fields = (): readonly Field[] => [
  {
    name: 'tell_read',
    label: <Trans>Tell people when I’ve read their messages</Trans>,
    hint: <Trans>You both see what the other has read only if you both have this on.</Trans>,
  },
  {
    name: 'link_previews',
    label: <Trans>Show cards for links</Trans>,
    hint: <Trans>A card shows the title and the picture of a page.</Trans>,
  },
  { name: 'name_when_forwarded', label: <Trans>Show my name when my messages are forwarded</Trans> },
];

/** What others see of the user's reading, links and forwarded messages (FT-03). */
export function PrivacySection() {
  const { settings, isFailed, isFetching, isBusy, retry, change } = useSettings();
  return (
    <section aria-labelledby="privacy-settings" className="grid gap-2 border-t border-line pt-4">
      <h3 id="privacy-settings" className="text-base font-bold">
        <Trans>Privacy</Trans>
      </h3>
      {isFailed ? (
        <div role="alert" className="grid justify-items-start gap-2">
          <p className="text-mute">
            <Trans>These settings could not be loaded.</Trans>
          </p>
          <Button tone="quiet" size="small" isBusy={isFetching} onClick={retry}>
            <Trans>Try Again</Trans>
          </Button>
        </div>
      ) : (
        fields().map(({ name, label, hint }) => (
          <Switch
            key={name}
            label={label}
            hint={hint}
            isOn={settings?.[name] ?? true}
            isDisabled={isBusy || settings === undefined}
            onChange={(isOn) => change(name, isOn)}
          />
        ))
      )}
    </section>
  );
}
