export * from './safety.errors.ts';
export * from './safety.limits.ts';
export * from './safety.routes.ts';
export * from './safety.schemas.ts';
