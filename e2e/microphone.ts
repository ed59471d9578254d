import type { LaunchOptions } from '@playwright/test';
import config from './playwright.config.ts';

const { launchOptions } = config.use ?? {};

/** A browser whose microphone makes a beep every second; a context also needs the permission `microphone`. */
export const withMicrophone: LaunchOptions = {
  ...launchOptions,
  args: [
    ...(launchOptions?.args ?? []),
    '--use-fake-device-for-media-stream',
    '--use-fake-ui-for-media-stream',
    '--autoplay-policy=no-user-gesture-required',
  ],
};
