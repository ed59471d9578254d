export * from './rewards.errors.ts';
export * from './rewards.limits.ts';
export * from './rewards.routes.ts';
export * from './rewards.schemas.ts';
