import type { AgentService } from './agent-service.ts'

/** The service of the moment; `serving` refuses while there is none. */
export function agentsBehind(serving: () => AgentService, close: () => void): AgentService {
  return {
    register: async (caller, body) => serving().register(caller, body),
    lease: async (caller, body, signal) => serving().lease(caller, body, signal),
    renew: async (caller, body) => serving().renew(caller, body),
    release: async (caller, body) => serving().release(caller, body),
    sendResults: async (caller, body) => serving().sendResults(caller, body),
    heartbeat: async (caller, body) => serving().heartbeat(caller, body),
    sendEvents: async (caller, body) => serving().sendEvents(caller, body),
    sendDiagnostics: async (caller, body) => serving().sendDiagnostics(caller, body),
    fetchCode: async (caller, order) => serving().fetchCode(caller, order),
    storeGolden: async (caller, order, body) => serving().storeGolden(caller, order, body),
    fetchBundle: async (caller, order) => serving().fetchBundle(caller, order),
    fetchDependencies: async (caller, order) => serving().fetchDependencies(caller, order),
    storeDependencies: async (caller, order, body) => serving().storeDependencies(caller, order, body),
    dropDependencies: async (caller, order) => serving().dropDependencies(caller, order),
    sendArtifact: async (caller, order, body) => serving().sendArtifact(caller, order, body),
    sendLog: async (caller, body) => serving().sendLog(caller, body),
    close,
  }
}
