import type { PrivateEvidence } from '../../direct/index.ts';
import type { PostEvidence } from '../../feed/index.ts';
import type { CopySource } from '../../media/index.ts';
import type { Evidence } from '../../rooms/index.ts';

/** A comment, or a picture that nothing showed yet, as it is kept among messages; its id is its own. */
export type KeptRemark = Omit<Evidence, 'group_id' | 'group_name'> & {
  readonly group_id: null;
  readonly group_name: null;
};

/** A message as it is kept: said in a room, between two people, or under a post. */
export type KeptMessage = Evidence | PrivateEvidence | KeptRemark;

/** A post as it is kept. */
export type KeptPost = PostEvidence;

/** What a person showed of themselves. `picture_id` is media's. */
export type KeptProfile = {
  readonly username: string;
  readonly display_name: string;
  readonly bio: string | null;
  readonly links: readonly string[];
  readonly picture_id: string | null;
};

/** Everything that is kept with a report. */
export type KeptEvidence = {
  readonly messages: readonly KeptMessage[];
  readonly posts: readonly KeptPost[];
  readonly profiles: readonly KeptProfile[];
};

/** Names a file among those of a report. */
export const sourceName = ({ of, id }: CopySource): string => `${of}:${id}`;

/** The file that a name means. */
export function sourceOf(name: string): CopySource {
  const [of, id = ''] = name.split(':');
  if (of !== 'image' && of !== 'avatar' && of !== 'file') throw new Error('no source of evidence');
  return { of, id };
}

/** Every file of the evidence once: that of the named message first, then the post's, the profile's, and the rest. */
export function filesOf(evidence: KeptEvidence, namedMessageId: string | null): CopySource[] {
  const { messages, posts, profiles } = evidence;
  const [named, others] = [true, false].map((isNamed) =>
    messages.filter((message) => (message.message_id === namedMessageId) === isNamed),
  );
  const images = (some: readonly KeptMessage[] = []) => some.map((each) => ['image', each.image_id] as const);
  const all = [
    ...images(named),
    ...posts.map((post) => ['file', post.file_id] as const),
    ...profiles.map((profile) => ['avatar', profile.picture_id] as const),
    ...images(others),
  ].flatMap(([of, id]) => (id === null ? [] : [{ of, id }]));
  return [...new Map(all.map((source) => [sourceName(source), source])).values()];
}
