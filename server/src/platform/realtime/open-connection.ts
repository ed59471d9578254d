import { runAsActor, type Actor } from '../database/index.ts';
import { runInScene } from '../logging/security-log.ts';
import { closeSoon } from './engine-connection.ts';
import type { Guarded } from './engine-guard.ts';
import { type ErrorPayload, describeError } from './error-event.ts';
import type { EventSource, IncomingEvents, OpenEvents } from './incoming-events.ts';
import type { LocalConnection, Writer } from './joined-writer.ts';
import type { LocalConnections } from './local-connections.ts';
import { encodeEvent, framePackets } from './packet-frames.ts';
import type { createReauthorization } from './reauthorization.ts';
import type { Connection, RealtimeLogger, RoomName, ServerSpec } from './realtime.types.ts';

/** What all connections of an endpoint share. */
export type ConnectionParts<Incoming extends object, Outgoing extends object, Identity> = {
  readonly spec: ServerSpec<Incoming, Outgoing, Identity>;
  readonly logger: RealtimeLogger;
  readonly write: Writer;
  readonly connections: LocalConnections;
  readonly incoming: IncomingEvents<Identity, Outgoing>;
  /** Checks open connections periodically; undefined without other nodes. */
  readonly reauthorization:
    | Pick<ReturnType<typeof createReauthorization<Incoming, Outgoing, Identity>>, 'watch' | 'forget'>
    | undefined;
  /** Called when a connection was closed because of too much traffic, with its user if known. */
  readonly onFloodEnded: (person: string | undefined) => void;
  readonly isDraining: () => boolean;
};

/** Disconnects by the server. Queued events of such a client are not processed. */
const SERVER_DISCONNECTS: ReadonlySet<string> = new Set([
  'server namespace disconnect',
  'forced server close',
]);

/**
 * An admitted connection: what features see of it, and where its events come from. A class, because there is one for each open
 * connection: functions of its own would be most of its memory.
 */
export class OpenConnection<Incoming extends object, Outgoing extends object, Identity>
  implements Connection<Identity, Outgoing>, EventSource<Identity, Outgoing>
{
  readonly identity: Identity;
  readonly #parts: ConnectionParts<Incoming, Outgoing, Identity>;
  readonly #local: LocalConnection;
  readonly #guarded: Guarded;
  readonly #actor: Actor;
  readonly #events: OpenEvents;

  constructor(
    parts: ConnectionParts<Incoming, Outgoing, Identity>,
    local: LocalConnection,
    identity: Identity,
    guarded: Guarded,
  ) {
    this.#parts = parts;
    this.#local = local;
    this.identity = identity;
    this.#guarded = guarded;
    this.#actor = { name: `user:${this.person}` };
    this.#events = this.#parts.incoming.open(this);
  }

  get connection(): this {
    return this;
  }

  get id(): string {
    return this.#local.socket.id;
  }

  get person(): string {
    return this.#guarded.slot.person ?? this.id;
  }

  isOpen(): boolean {
    return this.#local.socket.connected;
  }

  deliveredTo(): number {
    return this.#local.deliveredTo;
  }

  emit<E extends keyof Outgoing & string>(event: E, payload: Outgoing[E]): void {
    if (this.isOpen()) this.#parts.write(this.#local, [framePackets([encodeEvent(event, payload)])]);
  }

  sendError(error: ErrorPayload): void {
    if (this.isOpen()) this.#parts.write(this.#local, [framePackets([encodeEvent('error', error)])]);
  }

  join(room: RoomName): void {
    void this.#local.socket.join(room);
  }

  leave(room: RoomName): void {
    void this.#local.socket.leave(room);
  }

  disconnect(reason?: string): void {
    this.#parts.connections.writeOut();
    this.#parts.logger.info({ ...this.#inLog, reason }, 'connection closed by the server');
    this.#local.socket.disconnect(true);
  }

  onFlood(error: ErrorPayload): void {
    if (!this.isOpen()) return;
    this.sendError(error);
    this.disconnect('too many events');
    closeSoon(this.#local.engine);
    this.#parts.onFloodEnded(this.#guarded.slot.person);
  }

  /** Passes the client's events to their handlers from now on. */
  start(): void {
    const { socket } = this.#local;
    this.#guarded.onFlood = () => this.#asActor(() => this.#events.flood());
    // A middleware that never calls `next` receives every event, known or not, and bypasses Socket.IO's own dispatch.
    socket.use(([event, raw]: [string, ...unknown[]]) => {
      if (!socket.connected || this.#parts.isDraining()) return;
      this.#asActor(() => this.#events.receive(event, typeof raw === 'function' ? undefined : raw));
    });
    socket.on('disconnect', (reason) => this.#onDisconnected(reason));
    this.#parts.reauthorization?.watch(this.#local, this);
    void this.#run(() => this.#parts.spec.onConnect?.(this));
  }

  #onDisconnected(reason: string): void {
    const { socket, engine } = this.#local;
    this.#parts.connections.remove(socket.id);
    if (SERVER_DISCONNECTS.has(reason)) this.#events.end();
    // A client that left its namespace could rejoin on the same connection without limit.
    else if (reason === 'client namespace disconnect') closeSoon(engine);
    this.#parts.reauthorization?.forget(this.#local);
    void this.#run(() => this.#parts.spec.onDisconnect?.(this, reason));
  }

  get #inLog() {
    return { path: this.#parts.spec.path, connection: this.id };
  }

  #asActor<T>(work: () => T): T {
    return runInScene(this.#guarded.scene, () => runAsActor(this.#actor, work));
  }

  async #run(hook: () => Promise<void> | void): Promise<void> {
    try {
      await this.#asActor(hook);
    } catch (error) {
      this.sendError(this.#asActor(() => describeError(error, this.#parts.logger, this.#inLog)));
    }
  }
}
