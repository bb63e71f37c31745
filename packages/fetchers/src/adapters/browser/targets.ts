import type { CdpConnection, CdpSession } from './protocol.js';

/** A target in the DevTools protocol. */
export interface TargetInfo {
  targetId: string;
  /** `page`, `iframe`, `worker`, `shared_worker`, `service_worker` … */
  type: string;
  browserContextId?: string;
  /** For a popup, the target that opened it. */
  openerId?: string;
}

interface Attached {
  sessionId: string;
  targetInfo: TargetInfo;
}

/**
 * Prepares a target before any of its code runs. Its commands are executed in order; the target starts when it returns.
 */
export type PrepareTarget = (session: CdpSession, target: TargetInfo) => void;

const autoAttach = { autoAttach: true, waitForDebuggerOnStart: true, flatten: true } as const;

/** Pauses every new target of some browser contexts until it is prepared. */
export class TargetPreparer {
  private readonly connection: CdpConnection;
  private readonly contexts = new Map<string, PrepareTarget>();
  private readonly started: Promise<void>;

  constructor(connection: CdpConnection) {
    this.connection = connection;
    const { root } = connection;
    root.on<Attached>('Target.attachedToTarget', (attached) => this.takeTopLevel(attached));
    this.started = root.send('Target.setAutoAttach', autoAttach);
    this.started.catch(() => undefined); // awaited where a context is prepared
  }

  /** Prepares the targets of a context from now on. Returns a function that ends this. */
  async prepare(contextId: string, prepare: PrepareTarget): Promise<() => void> {
    this.contexts.set(contextId, prepare);
    await this.started;
    return () => void this.contexts.delete(contextId);
  }

  /** If the browser is shared, targets of other contexts belong to other clients. */
  private takeTopLevel({ sessionId, targetInfo }: Attached): void {
    const prepare = this.contexts.get(targetInfo.browserContextId ?? '');
    if (prepare !== undefined) {
      this.take(sessionId, targetInfo, prepare);
    } else {
      this.connection.session(sessionId).sendIgnoringErrors('Runtime.runIfWaitingForDebugger');
      this.connection.root.sendIgnoringErrors('Target.detachFromTarget', { sessionId });
    }
  }

  /** Cross-site frames and workers are child targets of their page. */
  private take(sessionId: string, info: TargetInfo, prepare: PrepareTarget): void {
    const session = this.connection.session(sessionId);
    session.on<Attached>('Target.attachedToTarget', ({ sessionId: below, targetInfo }) =>
      this.take(below, targetInfo, prepare),
    );
    session.sendIgnoringErrors('Target.setAutoAttach', autoAttach);
    prepare(session, info);
    session.sendIgnoringErrors('Runtime.runIfWaitingForDebugger');
  }
}
