/**
 * The single hashtags of the field of a post, in order: what stands between spaces and commas, without its leading
 * '#'. The field itself is stored and answered as it was written.
 */
export const hashtagsIn = (field: string): readonly string[] =>
  field
    .split(/[\s,]+/)
    .map((tag) => tag.replace(/^#+/, ''))
    .filter(Boolean);
