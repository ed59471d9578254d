export * from './evidence.schemas.ts';
export * from './moderation.errors.ts';
export * from './moderation.limits.ts';
export * from './moderation.schemas.ts';
export * from './reports.routes.ts';
export * from './sanctions.routes.ts';
