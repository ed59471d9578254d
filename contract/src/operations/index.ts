export * from './operations.errors.ts';
export * from './operations.limits.ts';
export * from './operations.routes.ts';
export * from './operations.schemas.ts';
