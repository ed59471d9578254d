export { createJobs } from './jobs.ts';
export type { Jobs } from './jobs.ts';
export { installJobs } from './job-store.settings.ts';
