import { isLoopbackHost } from '@sonde/agent/witnesses/loopback.ts'
import { splitHosts } from '@sonde/store/engine/postgres/postgres-hosts.ts'

/** Ports of this machine that belong to the service: its own, and that of a database beside it. */
export function ownPortsOf({ port, databaseUrl }: { port: number; databaseUrl: string | null }): number[] {
  const databases = (databaseUrl === null ? [] : splitHosts(databaseUrl)).flatMap(
    (url) => URL.parse(url) ?? [],
  )
  const beside = databases.filter(({ hostname }) => hostname === '' || isLoopbackHost(hostname))
  return [port, ...beside.map((database) => Number(database.port || 5432))].filter((each) => each > 0)
}
