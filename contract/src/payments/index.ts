export * from './payments.errors.ts';
export * from './payments.limits.ts';
export * from './payments.routes.ts';
export * from './payments.schemas.ts';
export * from './sandbox.routes.ts';
