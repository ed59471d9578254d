export * from './recharge.errors.ts';
export * from './recharge.limits.ts';
export * from './recharge.routes.ts';
