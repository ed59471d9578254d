export { createJobs } from './jobs.ts';
export type { EnqueueOptions, HandleOptions, Jobs } from './jobs.ts';
export type { JobPayloads } from './payloads.ts';
export { installJobs } from './job-store.settings.ts';
