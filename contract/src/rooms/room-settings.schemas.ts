import * as z from 'zod/mini';
import { isUnfitForNames } from '../messages/visible-text.ts';
import {
  GROUP_LANGUAGES_MAX,
  GROUP_RULES_MAX,
  GROUP_TOPIC_MAX,
  ROOM_CATEGORIES,
  SLOW_MODE_MAX_S,
} from './rooms.limits.ts';

/** Who finds a room: everybody, or only its members and those whom they invite (GR-01). */
export const visibility = z.enum(['public', 'private']);

/** What a room is about (GR-08); new rooms are `other` unless their creator says. */
export const roomCategory = z.enum(ROOM_CATEGORIES);

const text = (max: number) => z.string().check(z.trim(), z.maxLength(max, `Use at most ${max} characters.`));

/** A language as a BCP 47 tag, such as `hi` or `pt-BR`; stored in its canonical form (GR-08). */
export const roomLanguage = z.string().check(
  z.trim(),
  z.maxLength(35),
  z.overwrite(canonicalTag),
  z.refine((tag) => tag !== '', 'Choose a language from the list.'),
);

/** Returns the canonical form of a language tag; an empty text for anything else. */
function canonicalTag(tag: string): string {
  try {
    return Intl.getCanonicalLocales(tag)[0] ?? '';
  } catch {
    return '';
  }
}

/** The settings of a room besides its name and description, as they are sent to create or change it (GR-01). */
export const roomSettingsInput = {
  topic: z.optional(
    text(GROUP_TOPIC_MAX).check(
      z.refine((topic) => !isUnfitForNames(topic), 'Use characters that can be seen.'),
    ),
  ),
  rules: z.optional(text(GROUP_RULES_MAX)),
  /** Id of an image from `upload-image-preview`; null removes the picture. */
  picture_id: z.optional(z.nullable(z.string().check(z.maxLength(64)))),
  /** Seconds between two messages of a member who is no moderator; 0 for none (GR-03). */
  slow_mode_s: z.optional(z.int().check(z.minimum(0), z.maximum(SLOW_MODE_MAX_S))),
  visibility: z.optional(visibility),
  category: z.optional(roomCategory),
  languages: z.optional(
    z.array(roomLanguage).check(
      z.overwrite((tags) => [...new Set(tags)]),
      z.maxLength(GROUP_LANGUAGES_MAX, `Choose at most ${GROUP_LANGUAGES_MAX} languages.`),
    ),
  ),
};

/** The settings of a room on the wire (GR-01). */
export const roomSettings = {
  topic: z.string(),
  rules: z.string(),
  /** Address of the picture; null for none. */
  picture: z.nullable(z.string()),
  slow_mode_s: z.int(),
  visibility,
  category: roomCategory,
  languages: z.array(z.string()),
};

export type Visibility = z.output<typeof visibility>;
export type RoomCategory = z.output<typeof roomCategory>;
