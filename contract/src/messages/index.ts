export * from './drafts.routes.ts';
export * from './messages.errors.ts';
export * from './excerpt.ts';
export * from './messages.limits.ts';
export * from './messages.routes.ts';
export * from './messages.schemas.ts';
export * from './mutes.routes.ts';
export * from './visible-text.ts';
