export * from './video.errors.ts';
export * from './video.limits.ts';
export * from './video.routes.ts';
export * from './youtube.ts';
