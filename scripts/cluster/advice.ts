import type { Cluster } from './start-cluster.ts'
import type { Part } from './program-part.ts'

/** What becomes of the installation when a part is killed, by the beginning of its name. */
const ends: Readonly<Record<string, { command: string; effect: string }[]>> = {
  server: [
    {
      command: 'kill -9',
      effect: 'The others take over its checks within 10 s: runs start late, none is lost or runs twice.',
    },
    {
      command: 'kill -STOP',
      effect: 'The same. After kill -CONT it starts no run that is not its own, and gets its share back.',
    },
    { command: 'kill', effect: 'It hands over and ends: runs are at most 2 s late.' },
  ],
  nats: [
    {
      command: 'kill -9',
      effect: 'Runs are up to 10 s late. Without two nodes no run starts: slots are counted as missed.',
    },
  ],
  postgres: [
    {
      command: 'kill -QUIT',
      effect: 'Requests return 503, no run starts, agents keep results. All of it goes on when it is back.',
    },
  ],
  agent: [
    {
      command: 'kill -9',
      effect: 'New runs go to the other agent, those that it had follow within 70 s.',
    },
  ],
}

/** Where everything is. */
export function addressesOf(cluster: Cluster, folder: string): string {
  const { url, setupLink, keyFile, postgres, nats } = cluster
  const databaseUrl = postgres.url
  return `
Sonde is running on three servers, behind a proxy at ${url}

  ${setupLink === null ? `Sign in      ${url}` : `Set-up       ${setupLink}\n               Open this address first: it sets the owner's name, e-mail and password.`}
  API key      in ${keyFile}
  PostgreSQL   ${databaseUrl}
  NATS         ${nats?.url ?? ''}
  Logs         ${folder}/logs
  Servers      DATABASE_URL=${databaseUrl} npx sonde servers
`
}

/** What somebody may kill, with process ids, and what they should see. */
export function waysToBreak(parts: readonly Part[]): string {
  const rows = parts.flatMap((part) => {
    const pid = part.pid()
    const kind = part.name.split('-')[0] ?? ''
    if (pid === null) return [[`${part.name}`, '(stopped)', `To start it, enter: ${part.name}`]]
    return (ends[kind] ?? []).map(({ command, effect }) => [part.name, `${command} ${pid}`, effect])
  })
  const widths = [0, 1].map((column) => Math.max(...rows.map((row) => (row[column] ?? '').length)))
  const lines = rows.map(
    (row) => `  ${row.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join('  ')}`,
  )
  return `
To break something, run one of these in another terminal:

${lines.join('\n')}

Enter the name of a part to start it again, "status" for this list with current process ids. Ctrl-C ends everything.
`
}
