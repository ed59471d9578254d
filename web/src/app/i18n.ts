import { i18n } from '@lingui/core';

/** Loads the texts of the language; the boot script has started fetching them. English is the only one so far. */
export async function loadTexts(): Promise<void> {
  const { messages } = await import('../locales/en.po');
  i18n.loadAndActivate({ locale: 'en', messages });
}

/** The texts of the main screen and of everything inside it, with a module that shows them. */
export async function withChatTexts<Module>(load: () => Promise<Module>): Promise<Module> {
  const [module, { messages }] = await Promise.all([load(), import('../locales/chats/en.po')]);
  i18n.load('en', messages);
  return module;
}

let later: Promise<void> | undefined;

/** The texts of what the main screen fetches after its first paint, once for all of it, with a module that shows them. */
export async function withLaterTexts<Module>(load: () => Promise<Module>): Promise<Module> {
  later ??= import('../locales/later/en.po').then(
    ({ messages }) => i18n.load('en', messages),
    (error: unknown) => {
      later = undefined; // asked for anew the next time
      throw error;
    },
  );
  const [module] = await Promise.all([load(), later]);
  return module;
}

export { i18n };
