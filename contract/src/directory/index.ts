export * from './directory.limits.ts';
export * from './directory.routes.ts';
