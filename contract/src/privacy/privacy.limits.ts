/** So long an export can be fetched. */
export const EXPORT_DAYS = 7;
/** An export may be asked for anew after so many hours. */
export const EXPORT_EVERY_HOURS = 24;

/** Deleted messages lose their content after so many days, unless an open report names them (SV-104). */
export const DELETED_CONTENT_DAYS = 30;
