/**
 * The payload of every job, by the job's name. A feature adds its own through declaration merging: `declare module
 * '../../platform/jobs/payloads.ts' { interface JobPayloads { 'mail.send': Mail } }`
 */
// oxlint-disable-next-line typescript/no-empty-object-type -- filled by the features
export interface JobPayloads {}
