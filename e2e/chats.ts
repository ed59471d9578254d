import type { Locator, Page } from '@playwright/test';

/** The rows of the inbox: rooms and private chats. */
export const inboxRows = (page: Page): Locator =>
  page.getByRole('list', { name: 'Recent Chats' }).getByRole('link');

/** The row of a room or a user in the inbox, by its name. */
export const inboxRow = (page: Page, name: string): Locator => inboxRows(page).filter({ hasText: name });

/** Opens the list of users: the tab People on desktop, Users on phones. */
export async function openUsers(page: Page): Promise<void> {
  await page.getByRole('tab', { name: /^(People|Users)$/ }).click();
}

/** Opens the inbox: the tab Chats on desktop, History on phones. */
export async function openInbox(page: Page): Promise<void> {
  await page.getByRole('tab', { name: /^(Chats|History)/ }).click();
}

/** The lists left of what is open, on desktop. */
export const listsPanel = (page: Page): Locator => page.getByRole('region', { name: 'Chats and people' });

/** Chooses a filter of the inbox. */
export async function filterInbox(page: Page, filter: 'All' | 'Unread' | 'Rooms' | 'People'): Promise<void> {
  await page.getByRole('group', { name: 'Show' }).getByRole('button', { name: filter }).click();
}
