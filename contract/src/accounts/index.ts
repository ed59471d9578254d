export * from './accounts.errors.ts';
export * from './accounts.limits.ts';
export * from './accounts.routes.ts';
export * from './accounts.schemas.ts';
export * from './age.ts';
export * from './countries.ts';
export * from './names.ts';
