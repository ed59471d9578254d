import { displayedName } from '@adda/contract/accounts';
import { useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { Ban, Gavel, LogOut, Monitor, Moon, Settings, ShieldCheck, Sun } from 'lucide-react';
import { useSyncExternalStore } from 'react';
import { meQuery } from '../../../features/accounts/index.ts';
import { theme, type ThemeChoice } from '../../../platform/theme.ts';
import { useSession } from '../../../platform/use-session.ts';
import { Avatar } from '../../../ui/avatar.tsx';
import { Menu, MenuChoice, MenuDivider, MenuItem } from '../../../ui/menu.tsx';

const themeIcons = { system: Monitor, light: Sun, dark: Moon };

function ThemeChoices() {
  const { t } = useLingui();
  const choice = useSyncExternalStore(theme.subscribe, theme.choice);
  const labels: Record<ThemeChoice, string> = { system: t`Like my device`, light: t`Light`, dark: t`Dark` };
  const option = (value: ThemeChoice) => {
    const Icon = themeIcons[value];
    return { value, label: labels[value], icon: <Icon className="size-4.5" /> };
  };
  return (
    <MenuChoice
      label={t`Appearance`}
      value={choice}
      options={[option('system'), option('light'), option('dark')]}
      onChoose={theme.choose}
    />
  );
}

export type AccountMenuProps = {
  /**
   * False on small screens, where the menu holds the actions that have their own buttons on desktop (SH-18).
   */
  hasButtons: boolean;
  onBlocked: () => void;
  onSettings: () => void;
  onLogOut: () => void;
};

/** Shows the user and opens the account menu: security, appearance, log out (SH-17, SH-18). */
export function AccountMenu({ hasButtons, onBlocked, onSettings, onLogOut }: AccountMenuProps) {
  const { t } = useLingui();
  const navigate = useNavigate();
  const username = useSession()?.username ?? '';
  const name = displayedName(username);
  const { data: me } = useQuery(meQuery);
  return (
    <Menu
      label={t`Account`}
      renderTrigger={(props) => (
        <button
          type="button"
          {...props}
          className="flex min-h-11 items-center gap-2 rounded-full p-1 transition-colors hover:bg-raised aria-expanded:bg-raised"
        >
          <span className="sr-only">{t`Account menu of ${name}`}</span>
          <span
            aria-hidden="true"
            className="hidden max-w-24 truncate ps-3 text-sm font-semibold xl:block 2xl:max-w-40"
          >
            {name}
          </span>
          <Avatar name={username} displayedName={name} src={me?.profile_image_url} size="regular" />
        </button>
      )}
    >
      <MenuItem
        icon={<ShieldCheck className="size-4.5" />}
        onSelect={() => void navigate({ to: '/security' })}
      >
        {t`Security`}
      </MenuItem>
      {me?.role === 'admin' && (
        <MenuItem icon={<Gavel className="size-4.5" />} onSelect={() => void navigate({ to: '/admin' })}>
          {t`Administration`}
        </MenuItem>
      )}
      {!hasButtons && (
        <>
          <MenuItem icon={<Ban className="size-4.5" />} onSelect={onBlocked}>
            {t`Blocked users`}
          </MenuItem>
          <MenuItem icon={<Settings className="size-4.5" />} onSelect={onSettings}>
            {t`Settings`}
          </MenuItem>
        </>
      )}
      <MenuDivider />
      <ThemeChoices />
      {!hasButtons && (
        <>
          <MenuDivider />
          <MenuItem icon={<LogOut className="size-4.5" />} onSelect={onLogOut}>
            {t`Log out`}
          </MenuItem>
        </>
      )}
    </Menu>
  );
}
