/** Looks of a link among words; tall enough for a thumb. */
export const linkClasses =
  'inline-flex min-h-11 items-center font-semibold text-rani-ink underline-offset-4 hover:underline';
