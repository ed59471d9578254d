import { i18n, type Messages } from '@lingui/core';

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

/** Texts that are fetched once, with the first module that shows some of them. */
function textsOnce(fetchTexts: () => Promise<{ messages: Messages }>) {
  let fetched: Promise<void> | undefined;
  return async <Module>(load: () => Promise<Module>): Promise<Module> => {
    fetched ??= fetchTexts().then(
      ({ messages }) => i18n.load('en', messages),
      (error: unknown) => {
        fetched = undefined; // asked for anew the next time
        throw error;
      },
    );
    const [module] = await Promise.all([load(), fetched]);
    return module;
  };
}

/** The texts of what the main screen fetches after its first paint, once for all of it, with a module that shows them. */
export const withLaterTexts = textsOnce(() => import('../locales/later/en.po'));

/** The texts of the feed, of posts and of profiles, with a module that shows them. */
export const withFeedTexts = textsOnce(() => import('../locales/feed/en.po'));

export { i18n };
