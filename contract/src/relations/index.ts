export * from './relations.errors.ts';
export * from './relations.limits.ts';
export * from './relations.routes.ts';
