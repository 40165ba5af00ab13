/** Whether requests should be sent to this server; a line for each of its roles. */
export type Readiness = { isReady: boolean; lines: readonly string[] }
