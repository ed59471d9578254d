export * from './creators.errors.ts';
export * from './creators.limits.ts';
export * from './creators.routes.ts';
export * from './creators.schemas.ts';
