import {
  GROUP_DESCRIPTION_MAX,
  GROUP_NAME_MAX,
  GROUP_NAME_MIN,
  GROUP_RULES_MAX,
  GROUP_TOPIC_MAX,
  type ChangeGroupInput,
  type Group,
  type RoomCategory,
  type Visibility,
} from '@adda/contract/rooms';
import { t } from '@lingui/core/macro';
import type { FormProblems } from '../../../ui/use-form.ts';

/** The chosen picture: an upload by its id, with its address for the preview; the current one has no id. */
export type ChosenPicture = { readonly id?: string; readonly url: string };

/** The values of the forms that create and change a room; `slow_mode_s` as text. */
export type RoomValues = {
  readonly name: string;
  readonly description: string;
  readonly topic: string;
  readonly rules: string;
  readonly picture: ChosenPicture | null;
  /** A chosen picture is still being uploaded. */
  readonly isPictureLoading?: boolean;
  readonly visibility: Visibility;
  readonly category: RoomCategory;
  readonly languages: readonly string[];
  readonly slow_mode_s: string;
};

/** The values of a new room. */
export const NEW_ROOM: RoomValues = {
  name: '',
  description: '',
  topic: '',
  rules: '',
  picture: null,
  visibility: 'public',
  category: 'other',
  languages: [],
  slow_mode_s: '0',
};

/** Returns the values of a room. */
export const valuesOf = (group: Group): RoomValues => ({
  name: group.name,
  description: group.description,
  topic: group.topic,
  rules: group.rules,
  picture: group.picture === null ? null : { url: group.picture },
  visibility: group.visibility,
  category: group.category,
  languages: group.languages,
  slow_mode_s: String(group.slow_mode_s),
});

/** Returns the errors of the texts (SV-24, GR-01). */
export function checkRoom(values: RoomValues): FormProblems<RoomValues> {
  const tooLong = (text: string, max: number) =>
    text.trim().length > max && t`Use at most ${max} characters.`;
  return {
    name:
      values.name.trim().length < GROUP_NAME_MIN
        ? t`Use at least ${GROUP_NAME_MIN} characters.`
        : tooLong(values.name, GROUP_NAME_MAX),
    description: tooLong(values.description, GROUP_DESCRIPTION_MAX),
    topic: tooLong(values.topic, GROUP_TOPIC_MAX),
    rules: tooLong(values.rules, GROUP_RULES_MAX),
    picture: values.isPictureLoading === true && t`One moment: the picture is still on its way.`,
  };
}

/** Returns the body of a request with the fields that differ from `before`, which are the values of the server. */
export function changesOf(values: RoomValues, before: RoomValues): ChangeGroupInput {
  const texts = (['name', 'description', 'topic', 'rules'] as const).flatMap((name) => {
    const text = values[name].trim();
    return text === before[name] ? [] : [[name, text] as const];
  });
  const hasOtherPicture = values.picture?.url !== before.picture?.url;
  const hasOtherLanguages = values.languages.join() !== before.languages.join();
  return {
    ...Object.fromEntries(texts),
    ...(hasOtherPicture && { picture_id: values.picture?.id ?? null }),
    ...(values.visibility !== before.visibility && { visibility: values.visibility }),
    ...(values.category !== before.category && { category: values.category }),
    ...(hasOtherLanguages && { languages: [...values.languages] }),
    ...(values.slow_mode_s !== before.slow_mode_s && { slow_mode_s: Number(values.slow_mode_s) }),
  };
}

/** Errors of the server that belong to a field. */
export const ROOM_ERROR_FIELDS = {
  group_name_taken: 'name',
  room_picture_not_found: 'picture',
  picture_id: 'picture',
} as const;
