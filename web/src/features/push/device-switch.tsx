import { useLingui, Trans } from '@lingui/react/macro';
import { ApiError } from '../../platform/api-error.ts';
import { Button } from '../../ui/button.tsx';
import { failureText } from '../../ui/failure-text.ts';
import { Switch } from '../../ui/switch.tsx';
import type { PushState } from './device-push.ts';
import { useDevicePush } from './use-device-push.ts';

/** What the switch does, or why it can't be used and how that is changed. */
function useHint(state: PushState): string {
  const { t } = useLingui();
  switch (state) {
    case 'unsupported':
      return t`This browser can’t show notifications.`;
    case 'home-screen':
      return t`Add Adda to your home screen first: Share, then Add to Home Screen. Open it there and come back here.`;
    case 'blocked':
      return t`Notifications are blocked in this browser. Allow them for Adda in its settings for this page, at the lock in the address bar.`;
    case 'off':
    case 'on':
      return t`Messages and what you choose below, also while Adda is closed.`;
  }
}

/** Notifications on this device: on or off, or why they can't be (PN-02). */
export function DevicePushSwitch() {
  const { t } = useLingui();
  const { state, isBusy, error, switchTo } = useDevicePush();
  const hint = useHint(state);
  const isOn = state === 'on';
  const canSwitch = isOn || state === 'off';
  return (
    <div>
      <Switch
        label={<Trans>Notifications on this device</Trans>}
        hint={hint}
        state={
          <span role="status" className="w-16 shrink-0 text-end text-sm text-mute">
            {isBusy && <Trans>One moment…</Trans>}
          </span>
        }
        isOn={isOn}
        isDisabled={!canSwitch || isBusy}
        onChange={switchTo}
      />
      {error && !isBusy && canSwitch && (
        <div role="alert" className="flex flex-wrap items-center gap-3 pt-1 text-sm text-danger">
          <p className="min-w-0 grow basis-40">
            {error instanceof ApiError
              ? failureText(error)
              : t`The browser could not reach its notification service.`}
          </p>
          <Button tone="quiet" size="small" onClick={() => switchTo(!isOn)}>
            <Trans>Try Again</Trans>
          </Button>
        </div>
      )}
    </div>
  );
}
