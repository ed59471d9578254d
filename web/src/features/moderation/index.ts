/** Reporting users and messages (RP-01 to RP-09); load it on demand. */
export { ReportDialog } from './reports/report-dialog.tsx';
