/** Reporting people and what they said (RP-01 to RP-09); load it only when it is asked for. */
export { ReportDialog } from './report-dialog.tsx';
