/** Name of the meta element in which the built page names its version (PN-01). */
export const APP_VERSION = 'app-version';

const IN_PAGE = new RegExp(`<meta name="${APP_VERSION}" content="([^"]+)"`);

/** Returns the version that the HTML of a page names; undefined if it is no page of a built app. */
export const versionInPage = (html: string): string | undefined => IN_PAGE.exec(html)?.[1];
