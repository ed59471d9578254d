/** Days that an export can be downloaded. */
export const EXPORT_DAYS = 7;
/** Minimum hours between two exports. */
export const EXPORT_EVERY_HOURS = 24;

/** Days after which deleted messages lose their content, unless an open report names them (SV-104). */
export const DELETED_CONTENT_DAYS = 30;

/** Days after which the former texts of a deleted message are removed, unless an open report names it (ED-04). */
export const FORMER_TEXTS_DAYS = 7;
