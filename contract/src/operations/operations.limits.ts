export const AUDIT_PAGE = 50;
export const AUDIT_PAGE_MAX = 200;

/** Maximum days that the dashboard looks back. */
export const DASHBOARD_DAYS = 30;
export const DASHBOARD_DAYS_MAX = 365;
