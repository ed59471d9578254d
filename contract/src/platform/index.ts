export * from './platform.errors.ts';
export * from './platform.limits.ts';
export * from './platform.routes.ts';
export * from './platform.socket.ts';
export * from './session-cookie.ts';
