import type { ListSearch } from '../platform/use-switch-chat.ts';

/** The main screen's tabs, in display order (SH-01). */
export const shellTabs = ['chats', 'feed', 'profile'] as const;

/** One of {@link shellTabs}. */
export type ShellTab = (typeof shellTabs)[number];

/** The lists of the chats tab: on phones a tab each, beside a chat the tab People (HM-03). */
const chatLists = ['rooms', 'users', 'history'] as const;

/** The filters of the inbox; without one it shows everything (HM-01). */
const inboxFilters = ['unread', 'rooms', 'people'] as const;

/**
 * Parses what the lists beside every chat show: `?category=&language=`, the filters of the rooms (GR-08), `?list=` and
 * `?show=`, the filter of the inbox.
 */
function listSearch(search: Record<string, unknown>): ListSearch {
  const list = chatLists.find((name) => name === search.list);
  const show = inboxFilters.find((name) => name === search.show);
  return {
    ...optionalTexts('category', 'language')(search),
    ...(list && { list }),
    ...(show && { show }),
  };
}

/** The tabs of a profile behind its posts (HM-15). */
const profileViews = ['locked', 'plans', 'about'] as const;

/** Parses `?view=`, the open tab of a profile, which posts don't have. */
export function profileSearch({ view: given }: Record<string, unknown>) {
  const view = profileViews.find((name) => name === given);
  return view ? { view } : {};
}

/**
 * Parses `?tab=`, which the chats tab does not have, the open tab of the own profile, `?feed=` of the feed tab (HM-14), and what the
 * lists of chats show.
 */
export function tabSearch(search: Record<string, unknown>) {
  const tab = shellTabs.find((name) => name === search.tab);
  const feed = tab === 'feed' && search.feed === 'following' ? ({ feed: 'following' } as const) : {};
  return {
    ...(tab && tab !== 'chats' ? { tab } : {}),
    ...(tab === 'profile' ? profileSearch(search) : {}),
    ...feed,
    ...listSearch(search),
  };
}

/** Parses `?m=`, the sequence of a message in the chat of the address (FT-07, SR-02), and what the lists show. */
export function messageSearch(search: Record<string, unknown>) {
  const sequence = Number(search.m);
  return {
    ...(Number.isSafeInteger(sequence) && sequence > 0 ? { m: sequence } : {}),
    ...listSearch(search),
  };
}

/** Parses one optional text parameter, such as `?ref=`. A numeric code is still text. */
export const optionalText =
  <Name extends string>(name: Name) =>
  (search: Record<string, unknown>): { [K in Name]?: string } => {
    const value = search[name];
    const text = typeof value === 'number' ? String(value) : value;
    return typeof text === 'string' && text !== '' ? textOf(name, text) : {};
  };

/** Parses several optional text parameters. */
export const optionalTexts =
  <Name extends string>(...names: readonly Name[]) =>
  (search: Record<string, unknown>): { [K in Name]?: string } =>
    Object.assign({}, ...names.map((name) => optionalText(name)(search)));

function textOf<Name extends string>(name: Name, text: string): { [K in Name]?: string } {
  const found: { [K in Name]?: string } = {};
  found[name] = text;
  return found;
}
