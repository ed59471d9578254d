import { displayedName, isGuestName } from '@adda/contract/accounts';
import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { Ban, Gavel, LogOut, Settings, Sparkles, UserRound } from 'lucide-react';
import { useId, useState, type ComponentProps } from 'react';
import { ConfirmGuestLogout, GuestTag, logOut, meQuery } from '../../../features/accounts/index.ts';
import { useAvailability } from '../../../features/settings/index.ts';
import { useSession } from '../../../platform/use-session.ts';
import { Avatar } from '../../../ui/avatar.tsx';
import { lazyComponent, LazyComponent } from '../../../ui/lazy-component.tsx';
import { itemClasses, Menu, MenuDivider, MenuItem } from '../../../ui/menu.tsx';
import { PresenceDot } from '../../../ui/presence-dot.tsx';
import { SwitchTrack } from '../../../ui/switch.tsx';

const blockedPanel = lazyComponent(() => import('../../../features/relations/blocked-users-panel.tsx'));

const icon = 'size-4.5';

/** The user's picture with the dot of their own availability, green or red (SH-12, X-19); opens the menu. */
function Trigger({ username, button }: { username: string; button: ComponentProps<'button'> }) {
  const { t } = useLingui();
  const { data: me } = useQuery(meQuery);
  const { isAvailable } = useAvailability();
  const name = displayedName(username);
  return (
    <button
      type="button"
      {...button}
      title={name}
      className="relative grid size-11 shrink-0 place-items-center rounded-full transition-colors hover:bg-raised aria-expanded:bg-raised"
    >
      <span className="sr-only">{t`Account menu of ${name}`}</span>
      <Avatar name={username} displayedName={name} src={me?.profile_image_url} size="small" />
      <span className="absolute end-0.5 bottom-0.5 inline-flex rounded-full bg-surface p-0.5">
        <PresenceDot isOwn isOnline={isAvailable !== false} />
      </span>
    </button>
  );
}

/** Who is logged in. */
function Person({ username }: { username: string }) {
  const { data: me } = useQuery(meQuery);
  const name = displayedName(username);
  return (
    <div className="flex items-center gap-3 px-3 py-2">
      <Avatar name={username} displayedName={name} src={me?.profile_image_url} />
      <div className="min-w-0">
        <div className="truncate font-semibold">{me?.display_name ?? name}</div>
        <div className="flex items-center gap-2 text-sm text-mute">
          <span className="min-w-0 truncate">@{name}</span> <GuestTag username={username} />
        </div>
      </div>
    </div>
  );
}

/** Whether others can write to the user, and what that means (SE-03, SE-05, SE-07, SE-08, X-18, HM-08). The menu stays open. */
function Availability() {
  const { isAvailable, isBusy, toggle } = useAvailability();
  const isDisabled = isBusy || isAvailable === undefined;
  const id = useId();
  const isOn = isAvailable !== false;
  return (
    <button
      type="button"
      role="menuitemcheckbox"
      aria-checked={isOn}
      aria-disabled={isDisabled || undefined}
      aria-labelledby={`${id}-name`}
      aria-describedby={`${id}-hint`}
      tabIndex={-1}
      onClick={toggle}
      className={`${itemClasses} py-2`}
    >
      <span className="min-w-0 grow">
        <span id={`${id}-name`} className="block">
          <Trans>Available</Trans>
        </span>
        <span id={`${id}-hint`} className="block text-sm font-normal text-mute">
          {isOn ? (
            <Trans>People see that you’re online and can write to you.</Trans>
          ) : (
            <Trans>You’re shown as offline, and nobody can write to you in private.</Trans>
          )}
        </span>
      </span>
      <SwitchTrack isOn={isOn} isDisabled={isDisabled} />
    </button>
  );
}

/** The ways out of the menu. */
function Items({ isGuest, onBlocked }: { isGuest: boolean; onBlocked: () => void }) {
  const { t } = useLingui();
  const navigate = useNavigate();
  const { data: me } = useQuery(meQuery);
  return (
    <>
      <MenuItem
        icon={<UserRound className={icon} />}
        onSelect={() => void navigate({ to: '/v1', search: { tab: 'profile' } })}
      >
        {t`Your profile`}
      </MenuItem>
      <MenuItem
        icon={<Settings className={icon} />}
        onSelect={() => void navigate({ to: '/v1/settings/{-$section}', params: { section: undefined } })}
      >
        {t`Settings`}
      </MenuItem>
      <MenuItem icon={<Ban className={icon} />} onSelect={onBlocked}>
        {t`Blocked users`}
      </MenuItem>
      {isGuest && (
        <MenuItem icon={<Sparkles className={icon} />} onSelect={() => void navigate({ to: '/upgrade' })}>
          {t`Keep my account`}
        </MenuItem>
      )}
      {me?.role === 'admin' && (
        <MenuItem icon={<Gavel className={icon} />} onSelect={() => void navigate({ to: '/admin' })}>
          {t`Administration`}
        </MenuItem>
      )}
    </>
  );
}

/** The account menu: availability in words, profile, settings, blocked users, log out (SH-15 to SH-18, HM-08). */
export function AccountMenu() {
  const { t } = useLingui();
  const username = useSession()?.username ?? '';
  const isGuest = isGuestName(username);
  const [dialog, setDialog] = useState<'blocked' | 'leave'>();
  const close = () => setDialog(undefined);
  return (
    <>
      <Menu label={t`Account`} renderTrigger={(button) => <Trigger username={username} button={button} />}>
        <div className="w-76 max-w-[calc(100vw-2rem)]">
          <Person username={username} />
          <MenuDivider />
          <Availability />
          <MenuDivider />
          <Items isGuest={isGuest} onBlocked={() => setDialog('blocked')} />
          <MenuDivider />
          <MenuItem
            icon={<LogOut className={icon} />}
            onSelect={() => (isGuest ? setDialog('leave') : void logOut())}
          >
            {t`Log out`}
          </MenuItem>
        </div>
      </Menu>
      {dialog === 'blocked' && (
        <LazyComponent component={blockedPanel} onFailed={close}>
          {({ BlockedUsersDialog }) => <BlockedUsersDialog onClose={close} />}
        </LazyComponent>
      )}
      <ConfirmGuestLogout isOpen={dialog === 'leave'} onCancel={close} />
    </>
  );
}
