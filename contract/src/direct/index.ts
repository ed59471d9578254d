export * from './cautions.ts';
export * from './conversation-id.ts';
export * from './direct.errors.ts';
export * from './direct.limits.ts';
export * from './direct.routes.ts';
export * from './direct.schemas.ts';
export * from './direct.socket.ts';
export * from './private-image-url.ts';
