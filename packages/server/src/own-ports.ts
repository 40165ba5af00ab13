import { isLoopbackHost } from '@sonde/agent/witnesses/loopback.ts'

/** Ports of this machine that belong to the service: its own, and that of a database beside it. */
export function ownPortsOf({ port, databaseUrl }: { port: number; databaseUrl: string | null }): number[] {
  const database = databaseUrl !== null && URL.canParse(databaseUrl) ? new URL(databaseUrl) : null
  const isBeside = database !== null && (database.hostname === '' || isLoopbackHost(database.hostname))
  return [port, ...(isBeside ? [Number(database.port || 5432)] : [])].filter((each) => each > 0)
}
