import { i18n, type Messages } from '@lingui/core';

/** Returns a function that loads a text catalog once, in parallel with the first module that shows its texts. */
function textsOnce(fetchTexts: () => Promise<{ messages: Messages }>) {
  let pending: Promise<void> | undefined;
  return async <Module>(load: () => Promise<Module>): Promise<Module> => {
    pending ??= fetchTexts().then(
      ({ messages }) => i18n.load('en', messages),
      (error: unknown) => {
        pending = undefined; // refetched on the next call
        throw error;
      },
    );
    const [module] = await Promise.all([load(), pending]);
    return module;
  };
}

/** Loads the texts of account pages other than the login, with a module that shows them. */
export const withAccountTexts = textsOnce(() => import('../locales/accounts/en.po'));

/** Loads the texts of the chats tab and of the first view of chats, with a module that shows them. */
export const withChatTexts = textsOnce(() => import('../locales/chats/en.po'));

/** Loads the texts of chat dialogs and of content below the messages, with a module that shows them. */
export const withDialogTexts = textsOnce(() => import('../locales/opened/en.po'));

/** Loads the texts that the main screen needs after its first paint, with a module that shows them. */
export const withShellTexts = textsOnce(() => import('../locales/later/en.po'));

/** Loads the texts of the first view of profiles, with a module that shows them. */
export const withProfileTexts = textsOnce(() => import('../locales/profiles/en.po'));

/** Loads the texts of the first view of the feed, with a module that shows them. */
export const withFeedTexts = textsOnce(() => import('../locales/feed/en.po'));

/** Loads the texts of posts and of dialogs over the feed and profiles, with a module that shows them. */
export const withPostTexts = textsOnce(async () => {
  const [posts, posting] = await Promise.all([
    import('../locales/feed/en.po'),
    import('../locales/posting/en.po'),
  ]);
  return { messages: { ...posts.messages, ...posting.messages } };
});

/** Loads the texts of everything about money, with a module that shows some of them. */
export const withMoneyTexts = textsOnce(() => import('../locales/money/en.po'));

/** Loads the texts of the admin console, with a module that shows some of them. */
export const withAdminTexts = textsOnce(() => import('../locales/admin/en.po'));
