export interface AdkServer {
  readonly url: string;
  stop(): Promise<void>;
  readonly sessionService: {
    deleteSession(session: { appName: string; userId: string; sessionId: string }): Promise<void>;
  };
}
export function startAdkServer(options?: { allowOrigins?: string }): Promise<AdkServer>;
