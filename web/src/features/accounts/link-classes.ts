/** Classes of a link in text; tall enough for touch. */
export const linkClasses =
  'inline-flex min-h-11 items-center font-semibold text-rani-ink underline-offset-4 hover:underline';
