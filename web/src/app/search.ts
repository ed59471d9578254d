/** The main screen's tabs, in display order (SH-01). */
export const shellTabs = ['chats', 'feed', 'profile'] as const;

/** One of {@link shellTabs}. */
export type ShellTab = (typeof shellTabs)[number];

/** Parses `?category=&language=`, the filters of the list of rooms beside every chat (GR-08). */
const roomFilters = (search: Record<string, unknown>): { category?: string; language?: string } =>
  optionalTexts('category', 'language')(search);

/** The tabs of a profile behind its posts (HM-15). */
const profileViews = ['locked', 'plans', 'about'] as const;

/** Parses `?view=`, the open tab of a profile, which posts don't have. */
export function profileSearch({ view: given }: Record<string, unknown>) {
  const view = profileViews.find((name) => name === given);
  return view ? { view } : {};
}

/**
 * Parses `?tab=`, which the chats tab does not have, the open tab of the own profile, `?feed=` of the feed tab (HM-14), and the
 * filters of rooms.
 */
export function tabSearch(search: Record<string, unknown>) {
  const tab = shellTabs.find((name) => name === search.tab);
  const feed = tab === 'feed' && search.feed === 'following' ? ({ feed: 'following' } as const) : {};
  return {
    ...(tab && tab !== 'chats' ? { tab } : {}),
    ...(tab === 'profile' ? profileSearch(search) : {}),
    ...feed,
    ...roomFilters(search),
  };
}

/** Parses `?m=`, the sequence of a message in the chat of the address (FT-07, SR-02), and the filters of rooms. */
export function messageSearch(search: Record<string, unknown>) {
  const sequence = Number(search.m);
  return {
    ...(Number.isSafeInteger(sequence) && sequence > 0 ? { m: sequence } : {}),
    ...roomFilters(search),
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
