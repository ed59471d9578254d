import { useLocation } from '@tanstack/react-router';
import { linkSearchOf, type LinkSearch } from '../../platform/link-target.ts';

/** Returns the search of links to the pages on the way to a session: where the visitor goes afterwards. */
export function useLinkSearch(): LinkSearch {
  return linkSearchOf(useLocation());
}
