export * from './notifications.errors.ts';
export * from './notifications.limits.ts';
export * from './notifications.routes.ts';
export * from './notifications.schemas.ts';
