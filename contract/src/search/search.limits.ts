/** Maximum length of a search text, in characters (SR-01, SR-02). */
export const SEARCH_TEXT_MAX = 200;

/** Messages per page of a search (SR-01). */
export const SEARCH_PAGE = 20;

/** Results of each kind in the search over everything (SR-02). */
export const SEARCH_EACH = 5;

/** Length from which names and hashtags are also found with one typing mistake (SR-02). */
export const TYPO_MIN = 4;
