export * from './avatar-address.ts';
export * from './media.errors.ts';
export * from './media.limits.ts';
export * from './media.routes.ts';
export * from './media.schemas.ts';
