// Runs in a network of its own: scripts and pages of browser checks that try what they may not, and what came of it.
import { once } from 'node:events'
import { chmodSync, mkdirSync, readFileSync, writeFileSync, writeSync } from 'node:fs'
import { createSocket } from 'node:dgram'
import { createServer } from 'node:http'
import { createServer as createSocketServer, type AddressInfo } from 'node:net'
import { join } from 'node:path'
import { findBrowser } from '@sonde/agent/browsers/find-browser.ts'
import { browserLimits } from '@sonde/agent/test-runs/test-run-limits.ts'
import { some } from '@sonde/ground/testing/thoroughness.ts'
import { silentLogger } from '@sonde/ground/testing/silent-logger.ts'
import { findProgram } from '@sonde/sandbox/find-program.ts'
import { findSandboxLevels } from '@sonde/sandbox/find-sandbox-levels.ts'
import { openScriptNetwork } from '@sonde/sandbox/script-network.ts'
import {
  diskFloodScript,
  forgingScript,
  greedyPage,
  intrudingScript,
  memoryFloodScript,
  pages,
  visitingScript,
} from './hostile-pages.ts'
import { installRealRuntime, testRunsAt } from './test-runs.ts'
import { processesOf } from './what-runs-leave.ts'

export type HostileOrder = { folder: string; chromiumPath: string }

type Told = { verdict: string; reason: string | null; log: string[]; files: string[]; detailBytes: number }

export type HostileReport = {
  way: string | null
  /** Connections that arrived where none may arrive. */
  intrusions: string[]
  /** TCP ports of this machine that user ids of runs had. */
  ports: string[]
  intruder: Told
  /** Of a script that only looks at a page which tries the same. */
  visitor: Told
  forger: Told
  /** By what they fill, with what ends them: the seed chooses one. */
  floods: { reason: string; told: Told }[]
  /** What runs have left. */
  survivors: string[]
}

const key = 'agent-key-of-ours'
const deniedRange = '169.254.0.0/16'
const metadata = '169.254.169.254'

const { folder, chromiumPath }: HostileOrder = JSON.parse(process.argv[2] ?? '')
const userIds = { first: 44_000_000 + process.pid * 20, last: 44_000_009 + process.pid * 20 }
const folders = join(folder, 'runs')
const keyFile = join(folder, 'key')
writeFileSync(keyFile, key, { mode: 0o600 })
mkdirSync(folders)
chmodSync(folders, 0o711)

const intrusions: string[] = []
const service = createSocketServer((socket) => {
  intrusions.push(`service from ${socket.remoteAddress}`)
  socket.destroy()
})
const cloud = createSocketServer((socket) => {
  intrusions.push('metadata')
  socket.destroy()
})
const datagrams = createSocket('udp4', () => intrusions.push('metadata by UDP'))
const target = createServer(({ url = '' }, response) => {
  if (url === '/redirect') response.writeHead(302, { location: `http://${metadata}/` }).end()
  else if (url === '/worker.js')
    response.writeHead(200, { 'content-type': 'text/javascript' }).end(pages.serviceWorker)
  else if (url === '/greedy') response.writeHead(200, greedyHeaders()).end(greedy())
  else response.writeHead(200, { 'content-type': 'text/html' }).end(pages.plain)
})
for (const [server, host, port] of [
  [service, '::', 0],
  [cloud, metadata, 80],
  [target, '127.0.0.1', 0],
] as const)
  await once(server.listen(port, host), 'listening')
await once(datagrams.bind(80, metadata), 'listening')
const portOf = (server: { address(): unknown }) => (server.address() as AddressInfo).port

const { runtimes, missing } = await installRealRuntime()
if (missing !== null) throw new Error(missing)
const found = await findBrowser({ chromiumPath, browsersFolder: join(folder, 'none') })
const { offers, release } = await findSandboxLevels({ folders, userIds, log: silentLogger, wanted: 'auto' })
const offered = offers.find(({ level }) => level !== null)
if (offered?.level?.name !== 'namespaces') throw new Error('namespaces cannot be had')
const network = await openScriptNetwork({
  setting: 'firewall',
  level: offered.level,
  table: `sonde_hostile_${process.pid}`,
  policy: { deniedRanges: [deniedRange], deniedLoopbackPorts: [portOf(service)] },
  userIds,
  mustDeny: true,
  programs: { nft: findProgram('nft'), pasta: null, nsenter: null },
})
if (network.level === null) throw new Error(network.refusal)

const ports = new Set<string>()
const watch = setInterval(() => {
  for (const port of listeningPorts()) ports.add(port)
}, 100)

const usual = await testRunsAt(network.level, runtimes, { browsers: { find: async () => found } })
const mebibyte = 2 ** 20
const narrow = await testRunsAt(network.level, runtimes, {
  browsers: { find: async () => found },
  limits: {
    sandbox: { ...browserLimits.sandbox, memoryBytes: 1_280 * mebibyte, diskBytes: 250 * mebibyte },
  },
})
const variables = {
  PAGES: `http://127.0.0.1:${portOf(target)}`,
  SERVICE_PORT: String(portOf(service)),
  AGENT_PID: String(process.pid),
  AGENT_KEY: keyFile,
  CHROMIUM: chromiumPath,
}
const tell = async (runs: typeof usual, script: string): Promise<Told> => {
  const { verdict, detail, files } = await runs.runInBrowser({ script, variables })
  return {
    verdict: verdict.kind,
    reason: verdict.reason,
    log: (detail?.jobLog ?? []).map(({ msg }) => msg),
    files: files.map(({ name }) => name),
    detailBytes: JSON.stringify(detail).length,
  }
}
const intruder = await tell(usual, intrudingScript)
const visitor = await tell(usual, visitingScript)
const forger = await tell(usual, forgingScript)
const floods: HostileReport['floods'] = []
for (const { script, reason } of some('storage of the browser', [
  { script: memoryFloodScript, reason: 'memory limit of 1.25 GiB exceeded' },
  { script: diskFloodScript, reason: 'disk limit of 250 MiB exceeded' },
]))
  floods.push({ reason, told: await tell(narrow, script) })
clearInterval(watch)
const report: HostileReport = {
  way: network.way,
  intrusions,
  ports: [...ports],
  intruder,
  visitor,
  forger,
  floods,
  survivors: processesOf(userIds),
}
usual.close()
narrow.close()
await network.close()
await release()
for (const server of [service, cloud, target, datagrams]) server.close()
target.closeAllConnections()
writeSync(1, JSON.stringify(report))

function deniedAddresses(): string[] {
  return [
    ...['127.0.0.1', 'localhost', '[::1]'].map((host) => `http://${host}:${portOf(service)}/`),
    ...['169.254.169.254', '2852039166', '[::ffff:169.254.169.254]'].map((host) => `http://${host}/`),
    `http://127.0.0.1:${portOf(target)}/redirect`,
  ]
}

/** Reports of a page go where its headers say. */
function greedyHeaders(): Record<string, string> {
  const [address] = deniedAddresses().slice(3)
  return {
    'content-type': 'text/html; charset=utf-8',
    'content-security-policy-report-only': `default-src 'none'; report-uri ${deniedAddresses().join(' ')}`,
    'reporting-endpoints': `default="${address}"`,
    nel: '{"report_to":"default","max_age":1,"success_fraction":1}',
    link: deniedAddresses()
      .map((url) => `<${url}>; rel=preload; as=fetch`)
      .join(', '),
    'alt-svc': `h3="${metadata}:80"; ma=1`,
    refresh: `30;url=${address}`,
  }
}

function greedy(): string {
  const files = [`file://${keyFile}`, 'file:///etc/shadow']
  return greedyPage(deniedAddresses(), { udp: [`${metadata}:80`, `127.0.0.1:${portOf(service)}`], files })
}

/** Of the user ids of runs, in this network. */
function listeningPorts(): string[] {
  const isListening = '0A'
  return ['tcp', 'tcp6'].flatMap((table) =>
    readFileSync(`/proc/self/net/${table}`, 'utf8')
      .split('\n')
      .slice(1)
      .flatMap((line) => {
        const [, local = '', , state, , , , uid] = line.trim().split(/\s+/)
        const isOfRun = Number(uid) >= userIds.first && Number(uid) <= userIds.last
        return state === isListening && isOfRun ? [local] : []
      }),
  )
}
