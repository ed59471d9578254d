import type { PostEvidence } from '../../feed/index.ts';
import type { CopySource } from '../../media/index.ts';
import type { Evidence } from '../../messages/index.ts';

/** A comment, or an unpublished picture, stored as evidence in the list of messages. It has its own id. */
type KeptRemark = Omit<Evidence, 'group_id' | 'group_name'> & {
  readonly group_id: null;
  readonly group_name: null;
};

/** A message stored as evidence: from a room, a private chat, or a comment. */
export type KeptMessage = Evidence | KeptRemark;

/** A post stored as evidence. */
export type KeptPost = PostEvidence;

/** The public profile of a user. `picture_id` is an id of media. */
export type KeptProfile = {
  readonly username: string;
  readonly display_name: string;
  readonly bio: string | null;
  readonly links: readonly string[];
  readonly picture_id: string | null;
};

/** All evidence of a report. */
export type KeptEvidence = {
  readonly messages: readonly KeptMessage[];
  readonly posts: readonly KeptPost[];
  readonly profiles: readonly KeptProfile[];
};

/** Returns the unique name of a file within a report. */
export const sourceName = ({ of, id }: CopySource): string => `${of}:${id}`;

/** Parses the result of `sourceName`. */
export function sourceOf(name: string): CopySource {
  const [of, id = ''] = name.split(':');
  if (of !== 'image' && of !== 'audio' && of !== 'avatar' && of !== 'file')
    throw new Error('no source of evidence');
  return { of, id };
}

/**
 * Returns every file of the evidence once: of the reported message first, then of the post, the profile, and the rest.
 */
export function filesOf(evidence: KeptEvidence, namedMessageId: string | null): CopySource[] {
  const { messages, posts, profiles } = evidence;
  const [named, others] = [true, false].map((isNamed) =>
    messages.filter((message) => (message.message_id === namedMessageId) === isNamed),
  );
  const media = (some: readonly KeptMessage[] = []) =>
    some.flatMap((each) => [
      ['image', each.image_id] as const,
      // Absent in evidence from before voice messages.
      ['audio', each.audio_id ?? null] as const,
    ]);
  const all = [
    ...media(named),
    ...posts.map((post) => ['file', post.file_id] as const),
    ...profiles.map((profile) => ['avatar', profile.picture_id] as const),
    ...media(others),
  ].flatMap(([of, id]) => (id === null ? [] : [{ of, id }]));
  return [...new Map(all.map((source) => [sourceName(source), source])).values()];
}
