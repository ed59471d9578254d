import type { RouteInput, RouteKey, RouteOutput, Routes, RouteTable } from '@adda/contract';
import type { Caller, Stage } from './stage.fixture.ts';

/** What a call has besides the contract's parts. */
type Extras<Output> = {
  /** The file of a form; its other fields are the body. */
  readonly file?: Uint8Array;
  /** The text of a body that the contract does not read. */
  readonly raw?: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** What more there is to say of an answer that is no refusal. */
  readonly shows?: (answer: Output) => string | Promise<string>;
};

/** What a route is called with, or a link that the server made. */
export type CallOf<K extends keyof Routes> =
  | (RouteInput<Routes[K]> & Extras<RouteOutput<Routes[K]>> & { readonly link?: never })
  | { readonly link: string };

/** Prepares a role's call of a route: makes what it names. */
export type Scene<K extends keyof Routes> = (stage: Stage, caller: Caller) => CallOf<K> | Promise<CallOf<K>>;

/** One scene, or several of the same route by what they are about. */
export type Scenes<K extends keyof Routes> = Scene<K> | Readonly<Record<string, Scene<K>>>;

/** Scenes of every route of a feature. */
export type ScenesOf<T extends RouteTable> = { readonly [K in keyof T & keyof Routes & RouteKey]: Scenes<K> };

/** The call needs nothing but who calls. */
export const alone = () => ({});
