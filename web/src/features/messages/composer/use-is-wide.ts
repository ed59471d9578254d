import { useMediaQuery } from '../../../ui/use-media-query.ts';

/** From here on every button of the input has its own place. */
const WIDE = '(width >= 30rem)';

/** Whether the input's line has room for every button and many words. */
export const useIsWide = (): boolean => useMediaQuery(WIDE);
