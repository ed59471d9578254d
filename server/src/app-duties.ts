import { createServer, type Server } from 'node:http';
import type { FastifyInstance } from 'fastify';
import type { Config } from './config.ts';

/** The duties of a process (CL-06). */
export type Duties = {
  /** Serves the web app, its API and sockets. */
  readonly servesPeople: boolean;
  /** Works off jobs, hands over pushes and fetches linked pages, with the decoders that these need. */
  readonly worksOffJobs: boolean;
};

/** Returns the duties of a role (CL-06). */
export const dutiesOf = ({ ROLE }: Pick<Config, 'ROLE'>): Duties => ({
  servesPeople: ROLE !== 'jobs',
  worksOffJobs: ROLE !== 'web',
});

/**
 * Returns the HTTP server that sockets are attached to. For a process without sockets it is one that never listens:
 * jobs publish to the sockets of other nodes, which needs the endpoints (CL-06).
 */
export const socketServerOf = ({ servesPeople }: Duties, http: FastifyInstance): Server =>
  servesPeople ? http.server : createServer();
