/** A bio longer than this, or of more lines, is shortened in the header, so that the posts begin on the first screen. */
const BIO_SHOWN = 160;
const LINES_SHOWN = 3;

/** Whether the header shows only the beginning of a bio; then About shows all of it (HM-15). */
export const isLongBio = (bio: string): boolean =>
  bio.length > BIO_SHOWN || bio.split('\n').length > LINES_SHOWN;
