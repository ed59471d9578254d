/**
 * Every table of the database, by name. A feature adds its own through declaration merging: `declare module
 * '../../platform/database/tables.ts' { interface Tables { users: UsersTable } }`
 */
// oxlint-disable-next-line typescript/no-empty-object-type -- filled by the features
export interface Tables {}
