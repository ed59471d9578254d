export * from './activity-paths.ts';
export * from './activity.errors.ts';
export * from './activity.limits.ts';
export * from './activity.routes.ts';
export * from './activity.schemas.ts';
export * from './notification-settings.ts';
