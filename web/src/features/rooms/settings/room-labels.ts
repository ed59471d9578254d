import type { Group, RoomCategory } from '@adda/contract/rooms';
import { t } from '@lingui/core/macro';

/** Languages that rooms can be in, as BCP 47 tags (GR-08); those of the app's own people first. */
export const ROOM_LANGUAGES: readonly string[] =
  'hi bn ur en ta te mr gu kn ml pa or as ne si sd ks ar de es fa fr id it ja ko ms nl pt ru sw tr zh'.split(
    ' ',
  );

/** Returns the name of a language in the language of the page; its tag if the browser does not know it. */
export function languageName(tag: string): string {
  try {
    const shown = document.documentElement.lang || 'en';
    return new Intl.DisplayNames([shown], { type: 'language' }).of(tag) ?? tag;
  } catch {
    return tag;
  }
}

/** Returns the name of a category. */
export function categoryName(category: RoomCategory): string {
  const names: Record<RoomCategory, string> = {
    cricket: t`Cricket`,
    films: t`Films`,
    music: t`Music`,
    study: t`Study`,
    tech: t`Tech`,
    games: t`Games`,
    food: t`Food`,
    travel: t`Travel`,
    'late night': t`Late night`,
    help: t`Help`,
    language: t`Language`,
    other: t`Other`,
  };
  return names[category];
}

/** Returns the name of a room's category, unless it is the default, and of its languages. */
export const tagsOf = ({ category, languages }: Pick<Group, 'category' | 'languages'>): string[] => [
  ...(category === 'other' ? [] : [categoryName(category)]),
  ...languages.map(languageName),
];
