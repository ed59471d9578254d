import type { RouteInput, RouteKey, RouteOutput, Routes, RouteTable } from '@adda/contract';
import type { Caller, Stage } from './stage.fixture.ts';

/** Parts of a call in addition to the contract's. */
type Extras<Output> = {
  /** The file of a form; its other fields are the body. */
  readonly file?: Uint8Array;
  /** The raw text of a body that the contract does not parse. */
  readonly raw?: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** Describes a successful response. */
  readonly shows?: (answer: Output) => string | Promise<string>;
};

/** The input of a route, or a link signed by the server. */
export type CallOf<K extends keyof Routes> =
  | (RouteInput<Routes[K]> & Extras<RouteOutput<Routes[K]>> & { readonly link?: never })
  | { readonly link: string };

/** Prepares a role's call of a route and creates the objects that it names. */
export type Scene<K extends keyof Routes> = (stage: Stage, caller: Caller) => CallOf<K> | Promise<CallOf<K>>;

/** One scene, or several of the same route by target. */
export type Scenes<K extends keyof Routes> = Scene<K> | Readonly<Record<string, Scene<K>>>;

/** Scenes of every route of a feature. */
export type ScenesOf<T extends RouteTable> = { readonly [K in keyof T & keyof Routes & RouteKey]: Scenes<K> };

/** A call without any input. */
export const noInput = () => ({});
