export * from './relations.errors.ts';
export * from './relations.routes.ts';
