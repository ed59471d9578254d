export * from './rooms.errors.ts';
export * from './rooms.limits.ts';
export * from './rooms.routes.ts';
export * from './rooms.schemas.ts';
export * from './rooms.socket.ts';
export * from './whispers.ts';
