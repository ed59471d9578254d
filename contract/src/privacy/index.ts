export * from './privacy.errors.ts';
export * from './privacy.limits.ts';
export * from './privacy.routes.ts';
export * from './privacy.schemas.ts';
