/** People per page of a list of followers, or of those whom a user follows (HM-15). */
export const FOLLOWS_PAGE = 30;
