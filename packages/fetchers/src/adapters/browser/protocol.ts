/** Transports messages of the DevTools protocol, each a JSON text. */
export interface CdpTransport {
  send(message: string): void;
  /** Called once, before the first message is sent. */
  receive(handlers: { onMessage(message: string): void; onClose(): void }): void;
  close(): void;
}

/** Parameters of a command or an event. */
type CommandParams = Readonly<Record<string, unknown>>;

/** A handler of a protocol event, called with the event's parameters. */
export type EventHandler<T> = (params: T) => void;

interface Message {
  id?: number;
  sessionId?: string;
  method?: string;
  params?: CommandParams;
  result?: unknown;
  error?: { message: string };
}

interface Pending {
  resolve(result: unknown): void;
  reject(error: Error): void;
}

/** The error with which pending commands reject when their target closes or the browser ends. */
function goneError(): Error {
  return new Error('The target has been closed');
}

/** Sends commands to a target and receives its events. */
export class CdpSession {
  private readonly connection: CdpConnection;
  private readonly id: string | undefined;
  private readonly handlers = new Map<string, Set<EventHandler<never>>>();
  private readonly pending = new Map<number, Pending>();
  private isGone = false;

  constructor(connection: CdpConnection, id: string | undefined) {
    this.connection = connection;
    this.id = id;
  }

  /** Sends a command. Rejects with the browser's message, or when the target closes. */
  send<T>(method: string, params: CommandParams = {}): Promise<T> {
    if (this.isGone) return Promise.reject(goneError());
    return new Promise((resolve, reject) => {
      const id = this.connection.write({ method, params, ...(this.id !== undefined && { sessionId: this.id }) });
      this.pending.set(id, { resolve: (result) => resolve(result as T), reject });
    });
  }

  /** Sends a command and ignores errors, which only mean that the target has closed. */
  sendIgnoringErrors(method: string, params?: CommandParams): void {
    this.send(method, params).catch(() => undefined);
  }

  /** Adds an event handler. Returns a function that removes it. */
  on<T>(method: string, handler: EventHandler<T>): () => void {
    const handlers = this.handlers.get(method) ?? new Set();
    this.handlers.set(method, handlers.add(handler as EventHandler<never>));
    return () => void handlers.delete(handler as EventHandler<never>);
  }

  /** Throws once the target has closed, for a caller that waits without a command. */
  throwIfGone(): void {
    if (this.isGone) throw goneError();
  }

  /** @internal */
  take({ id, method, params, result, error }: Message): void {
    if (method !== undefined) {
      for (const handler of this.handlers.get(method) ?? []) handler((params ?? {}) as never);
      return;
    }
    const pending = this.pending.get(id ?? -1);
    this.pending.delete(id ?? -1);
    if (error === undefined) pending?.resolve(result);
    else pending?.reject(new Error(error.message));
  }

  /** @internal */
  end(): void {
    this.isGone = true;
    for (const { reject } of this.pending.values()) reject(goneError());
    this.pending.clear();
  }
}

/** A DevTools connection to a browser, with a session for each attached target. */
export class CdpConnection {
  /** The session of the browser itself. */
  readonly root: CdpSession = new CdpSession(this, undefined);
  /** Resolves when the connection has ended, from either side. */
  readonly closed: Promise<void>;
  private readonly transport: CdpTransport;
  private readonly sessions = new Map<string, CdpSession>();
  private count = 0;

  constructor(transport: CdpTransport) {
    this.transport = transport;
    this.closed = new Promise((resolve) => {
      transport.receive({
        onMessage: (message) => this.take(JSON.parse(message) as Message),
        onClose: () => {
          for (const session of [this.root, ...this.sessions.values()]) session.end();
          resolve();
        },
      });
    });
  }

  /** The session of an attached target. */
  session(id: string): CdpSession {
    const session = this.sessions.get(id) ?? new CdpSession(this, id);
    this.sessions.set(id, session);
    return session;
  }

  close(): void {
    this.transport.close();
  }

  /** @internal Sends a message and returns its number. */
  write(message: Message): number {
    this.count += 1;
    this.transport.send(JSON.stringify({ id: this.count, ...message }));
    return this.count;
  }

  private take(message: Message): void {
    if (message.method === 'Target.detachedFromTarget') this.drop(String(message.params?.sessionId));
    const session = message.sessionId === undefined ? this.root : this.sessions.get(message.sessionId);
    session?.take(message);
  }

  private drop(id: string): void {
    this.sessions.get(id)?.end();
    this.sessions.delete(id);
  }
}
