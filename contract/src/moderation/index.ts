export * from './moderation.errors.ts';
export * from './moderation.limits.ts';
export * from './moderation.routes.ts';
