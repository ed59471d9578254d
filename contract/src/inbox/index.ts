export * from './inbox.limits.ts';
export * from './inbox.routes.ts';
export * from './inbox.schemas.ts';
