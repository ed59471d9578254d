import { i18n } from '@lingui/core';

/**
 * Loads the texts of the language; the boot script has already started the fetch. English is the only
 * language so far.
 */
export async function loadTexts(): Promise<void> {
  const { messages } = await import('../locales/en.po');
  i18n.loadAndActivate({ locale: 'en', messages });
}

export { i18n };
