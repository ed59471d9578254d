/** The themes to choose from; `system` follows the device. */
export const themeChoices = ['system', 'light', 'dark'] as const;

/** One of {@link themeChoices}. */
export type ThemeChoice = (typeof themeChoices)[number];

const KEY = 'theme';
const listeners = new Set<() => void>();
const deviceIsDark = () => matchMedia('(prefers-color-scheme: dark)');

function apply(): void {
  const choice = theme.choice();
  const isDark = choice === 'dark' || (choice === 'system' && deviceIsDark().matches);
  document.documentElement.dataset.theme = isDark ? 'dark' : 'light';
  const ground = getComputedStyle(document.documentElement).getPropertyValue('--paper').trim();
  document.querySelector('meta[name="theme-color"]')?.setAttribute('content', ground);
  for (const listener of listeners) listener();
}

/** The colour theme. The boot script sets it before the first paint; this keeps it up to date. */
export const theme = {
  /** Returns the user's choice; `system` by default. */
  choice(): ThemeChoice {
    const stored = localStorage.getItem(KEY);
    return themeChoices.find((choice) => choice === stored) ?? 'system';
  },
  /** Whether the dark theme is active, by choice or by the device. */
  isDark: (): boolean => document.documentElement.dataset.theme === 'dark',
  choose(choice: ThemeChoice): void {
    localStorage.setItem(KEY, choice);
    apply();
  },
  /** Follows the device and other tabs. Called once at startup. */
  follow(): void {
    deviceIsDark().addEventListener('change', apply);
    addEventListener('storage', (event) => {
      if (event.key === KEY) apply();
    });
  },
  subscribe(listener: () => void): () => void {
    listeners.add(listener);
    return () => {
      listeners.delete(listener);
    };
  },
};
