/** A server with this many users, and the user who makes the requests. */
export type Dataset = {
  readonly people: number;
  readonly port: number;
  readonly token: string;
  readonly dispose: () => Promise<void>;
};

/** One kind of client request. */
export type PeopleProbe = {
  readonly what: string;
  /** Maximum median slowdown of the large dataset; 0 for no goal. */
  readonly goal: number;
  readonly path: string;
  /** Requests the second page, with the cursor of the first. */
  readonly isNextPage?: boolean;
  /** Returns what is wrong with a response; undefined if it is as expected. */
  readonly faultOf: (response: PeopleResponse) => string | undefined;
};

/** The fields of a response that probes read. */
export type PeopleResponse = {
  readonly users?: readonly unknown[];
  readonly conversations?: readonly unknown[];
  readonly messages?: readonly unknown[];
  readonly total?: number;
  readonly next_last_id?: string | null;
};
