import { isGuestName, shownName } from '@adda/contract/accounts';
import { useLingui } from '@lingui/react/macro';
import { useNavigate } from '@tanstack/react-router';
import { LogOut, Monitor, Moon, ShieldCheck, Sun } from 'lucide-react';
import { useState, useSyncExternalStore } from 'react';
import { LeaveForGood, logOut } from '../../features/accounts/index.ts';
import { theme, type ThemeChoice } from '../../platform/theme.ts';
import { useSession } from '../../platform/use-session.ts';
import { Avatar } from '../../ui/avatar.tsx';
import { Menu, MenuChoice, MenuDivider, MenuItem } from '../../ui/menu.tsx';
import { PresenceDot } from '../../ui/presence-dot.tsx';
import { useOnline } from '../../ui/use-online.ts';

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

/** Who is here, whether online (SH-12), and the menu behind it: security, appearance, log out (SH-17, SH-18). */
export function AccountMenu() {
  const { t } = useLingui();
  const navigate = useNavigate();
  const isOnline = useOnline();
  const username = useSession()?.username ?? '';
  const name = shownName(username);
  const [isAsking, setAsking] = useState(false);
  const leave = () => (isGuestName(username) ? setAsking(true) : void logOut());
  return (
    <>
      <Menu
        label={t`Account`}
        renderTrigger={(props) => (
          <button
            type="button"
            {...props}
            className="flex min-h-11 items-center gap-2 rounded-full p-1 transition-colors hover:bg-raised aria-expanded:bg-raised"
          >
            <span className="sr-only">{t`Account menu of ${name}`}</span>
            <span aria-hidden="true" className="hidden max-w-40 truncate ps-3 text-sm font-semibold lg:block">
              {name}
            </span>
            <span className="relative">
              <Avatar name={username} shownName={name} size="regular" />
              <PresenceDot
                isOwn
                isOnline={isOnline}
                className="absolute -end-0.5 -bottom-0.5 rounded-full bg-surface p-0.5"
              />
            </span>
          </button>
        )}
      >
        <MenuItem
          icon={<ShieldCheck className="size-4.5" />}
          onSelect={() => void navigate({ to: '/security' })}
        >
          {t`Security`}
        </MenuItem>
        <MenuDivider />
        <ThemeChoices />
        <MenuDivider />
        <MenuItem icon={<LogOut className="size-4.5" />} onSelect={leave}>
          {t`Log out`}
        </MenuItem>
      </Menu>
      <LeaveForGood isOpen={isAsking} onCancel={() => setAsking(false)} />
    </>
  );
}
