import { i18n, type Messages } from '@lingui/core';

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

/** The texts of what accounts have besides logging in, with a module that shows them. */
export const withAccountTexts = textsOnce(() => import('../locales/accounts/en.po'));

/** The texts of the chats tab and of chats as they are seen at first, with a module that shows them. */
export const withChatTexts = textsOnce(() => import('../locales/chats/en.po'));

/** The texts of what opens in a chat or comes after its messages, with a module that shows them. */
export const withOpenedTexts = textsOnce(() => import('../locales/opened/en.po'));

/** The texts of what the main screen fetches after its first paint, once for all of it, with a module that shows them. */
export const withLaterTexts = textsOnce(() => import('../locales/later/en.po'));

/** The texts of profiles as they are seen at first, with a module that shows them. */
export const withProfileTexts = textsOnce(() => import('../locales/profiles/en.po'));

/** The texts of the feed as it is seen at first, with a module that shows them. */
export const withFeedTexts = textsOnce(() => import('../locales/feed/en.po'));

/** The texts of posts and of what opens over the feed and profiles or comes after them, with a module that shows them. */
export const withPostingTexts = textsOnce(async () => {
  const [posts, posting] = await Promise.all([
    import('../locales/feed/en.po'),
    import('../locales/posting/en.po'),
  ]);
  return { messages: { ...posts.messages, ...posting.messages } };
});

/** The texts of everything about money, with a module that shows some of them. */
export const withMoneyTexts = textsOnce(() => import('../locales/money/en.po'));

/** The texts of the console of administrators, with a module that shows some of them. */
export const withAdminTexts = textsOnce(() => import('../locales/admin/en.po'));
