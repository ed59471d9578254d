export * from './ads.errors.ts';
export * from './ads.limits.ts';
export * from './ads.routes.ts';
export * from './ads.schemas.ts';
