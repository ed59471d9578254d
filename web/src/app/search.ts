/** The main screen's tabs, in their order (SH-01). */
export const shellTabs = ['chats', 'feed', 'profile'] as const;

/** One of {@link shellTabs}. */
export type ShellTab = (typeof shellTabs)[number];

/** `?tab=`; chats is the one without. */
export function tabSearch(search: Record<string, unknown>): { tab?: ShellTab } {
  const tab = shellTabs.find((name) => name === search.tab);
  return tab && tab !== 'chats' ? { tab } : {};
}

/** One optional text of the address, such as `?ref=`. A code of digits is still a text. */
export const optionalText =
  <Name extends string>(name: Name) =>
  (search: Record<string, unknown>): { [K in Name]?: string } => {
    const value = search[name];
    const text = typeof value === 'number' ? String(value) : value;
    return typeof text === 'string' && text !== '' ? textOf(name, text) : {};
  };

/** Several of them. */
export const optionalTexts =
  <Name extends string>(...names: readonly Name[]) =>
  (search: Record<string, unknown>): { [K in Name]?: string } =>
    Object.assign({}, ...names.map((name) => optionalText(name)(search)));

function textOf<Name extends string>(name: Name, text: string): { [K in Name]?: string } {
  const found: { [K in Name]?: string } = {};
  found[name] = text;
  return found;
}
