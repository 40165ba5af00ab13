import { printable } from '@sonde/ground/printable.ts'
import { countShards } from '@sonde/store/cluster/shard-leases.ts'
import { listServers } from '@sonde/store/cluster/servers.ts'
import { withInstallation } from '@sonde/store/installation/open-installation.ts'
import type { Command } from 'commander'
import type { OperatorDeps } from './operator-deps.ts'
import { OperatorFailure } from './operator-failure.ts'
import { readOperatorSettings } from './operator-settings.ts'

export function addServersCommand(program: Command, deps: OperatorDeps): void {
  program
    .command('servers')
    .description('List the servers that share a PostgreSQL database; works while they are running')
    .addHelpText('after', '\nExample:\n  npx sonde servers\n')
    .action(() => printServers(deps))
}

async function printServers(deps: OperatorDeps): Promise<void> {
  const settings = readOperatorSettings(deps.environment)
  if (settings.databaseUrl === null) {
    throw new OperatorFailure('DATABASE_URL: only servers on PostgreSQL share their database')
  }
  await withInstallation(settings, async ({ read, databaseName }) => {
    const servers = await listServers(read)
    const shards = await countShards(read)
    const isShared = servers.some(({ usesNats }) => usesNats)
    deps.stderr.write(
      servers.length === 0
        ? `No server was seen on ${databaseName} in the last day.\n`
        : `The servers of ${databaseName}:\n`,
    )
    const rows = servers.map((server) => [
      server.name,
      server.version,
      server.roles.join(','),
      `seen ${secondsOf(server.silentMs)} s ago`,
      ...(isShared ? [`${shards.get(server.id) ?? 0} shards`] : []),
      server.clockOffsetMs === null ? 'clock unknown' : `clock ${signed(server.clockOffsetMs)} ms`,
      server.id,
    ])
    const widths = rows.reduce<number[]>(
      (widest, row) => row.map((cell, column) => Math.max(widest[column] ?? 0, cell.length)),
      [],
    )
    for (const row of rows) {
      const cells = row.map((cell, column) => printable(cell).padEnd(widths[column] ?? 0))
      deps.stdout.write(`${cells.join('  ').trimEnd()}\n`)
    }
  })
}

function secondsOf(ms: number): number {
  return Math.max(0, Math.round(ms / 1000))
}

/** How far ahead of the database's clock, as people tell it. */
function signed(behindMs: number): string {
  const aheadMs = -behindMs
  return aheadMs > 0 ? `+${aheadMs}` : String(aheadMs)
}
