import { useMediaQuery } from '../../../ui/use-media-query.ts';

/** From this width every button of the input is visible. */
const WIDE = '(width >= 30rem)';

/** Whether the input has space for every button next to the text. */
export const useIsWide = (): boolean => useMediaQuery(WIDE);
