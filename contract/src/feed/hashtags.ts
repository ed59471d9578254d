/**
 * Returns the hashtags of a post's field, in order: the texts between spaces and commas, without the leading '#'.
 * The field itself is stored and returned unchanged.
 */
export const hashtagsIn = (field: string): readonly string[] =>
  field
    .split(/[\s,]+/)
    .map((tag) => tag.replace(/^#+/, ''))
    .filter(Boolean);
