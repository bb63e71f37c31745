import type { Connection, ProtocolSession } from './protocol.js';

/** What the protocol says of a target. */
export interface TargetInfo {
  targetId: string;
  /** `page`, `iframe`, `worker`, `shared_worker`, `service_worker` … */
  type: string;
  browserContextId?: string;
  /** The target that opened it, of a popup. */
  openerId?: string;
}

interface Attached {
  sessionId: string;
  targetInfo: TargetInfo;
}

/**
 * Prepares a target before any of its code runs. Commands that it sends are carried out in their order; the target runs as
 * soon as it returns.
 */
export type Prepare = (session: ProtocolSession, target: TargetInfo) => void;

const autoAttach = { autoAttach: true, waitForDebuggerOnStart: true, flatten: true } as const;

/** Every new target of some browser contexts, held until it is prepared. */
export class Targets {
  private readonly connection: Connection;
  private readonly contexts = new Map<string, Prepare>();
  private readonly started: Promise<void>;

  constructor(connection: Connection) {
    this.connection = connection;
    const { root } = connection;
    root.on<Attached>('Target.attachedToTarget', (attached) => this.takeTopLevel(attached));
    this.started = root.send('Target.setAutoAttach', autoAttach);
    this.started.catch(() => undefined); // whoever prepares a context awaits it
  }

  /** Has the targets of a context prepared from now on; returns what ends that. */
  async prepare(contextId: string, prepare: Prepare): Promise<() => void> {
    this.contexts.set(contextId, prepare);
    await this.started;
    return () => void this.contexts.delete(contextId);
  }

  /** Targets of other contexts belong to others, where the browser is shared. */
  private takeTopLevel({ sessionId, targetInfo }: Attached): void {
    const prepare = this.contexts.get(targetInfo.browserContextId ?? '');
    if (prepare !== undefined) {
      this.take(sessionId, targetInfo, prepare);
    } else {
      this.connection.session(sessionId).sendAnyway('Runtime.runIfWaitingForDebugger');
      this.connection.root.sendAnyway('Target.detachFromTarget', { sessionId });
    }
  }

  /** Frames of other sites and workers are targets below their page. */
  private take(sessionId: string, info: TargetInfo, prepare: Prepare): void {
    const session = this.connection.session(sessionId);
    session.on<Attached>('Target.attachedToTarget', ({ sessionId: below, targetInfo }) =>
      this.take(below, targetInfo, prepare),
    );
    session.sendAnyway('Target.setAutoAttach', autoAttach);
    prepare(session, info);
    session.sendAnyway('Runtime.runIfWaitingForDebugger');
  }
}
