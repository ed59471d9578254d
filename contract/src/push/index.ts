export * from './push.errors.ts';
export * from './push.limits.ts';
export * from './push.routes.ts';
export * from './push.schemas.ts';
