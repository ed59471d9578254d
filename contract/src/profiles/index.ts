export * from './profiles.errors.ts';
export * from './profiles.limits.ts';
export * from './profiles.routes.ts';
export * from './profiles.schemas.ts';
