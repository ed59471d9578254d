/** A server with so many people on it, and one of them who asks. */
export type Dataset = {
  readonly people: number;
  readonly port: number;
  readonly token: string;
  readonly dispose: () => Promise<void>;
};

/** One kind of request, as a client makes it. */
export type PeopleProbe = {
  readonly what: string;
  /** How many times slower the large dataset may be at its median; 0 where that is only shown. */
  readonly goal: number;
  readonly path: string;
  /** Asked for behind the first page, with its cursor. */
  readonly isNextPage?: boolean;
  /** Says what is wrong with an answer; undefined when it is what the probe is about. */
  readonly faultOf: (answer: PeopleAnswer) => string | undefined;
};

/** As much of an answer as probes look at. */
export type PeopleAnswer = {
  readonly users?: readonly unknown[];
  readonly conversations?: readonly unknown[];
  readonly messages?: readonly unknown[];
  readonly total?: number;
  readonly next_last_id?: string | null;
};
