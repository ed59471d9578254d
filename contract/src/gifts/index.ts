export * from './gifts.errors.ts';
export * from './gifts.limits.ts';
export * from './gifts.routes.ts';
export * from './gifts.schemas.ts';
