export * from './wallet.errors.ts';
export * from './wallet.limits.ts';
export * from './wallet.routes.ts';
export * from './wallet.schemas.ts';
