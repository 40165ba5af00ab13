import { isRecord } from '@sonde/ground/is-record.ts'
import type { TestSession } from '@sonde/schema/projects/test-session.ts'
import type { Command } from 'commander'
import { CliFailure } from '../cli-failure.ts'
import type { CliIo } from '../cli-io.ts'
import {
  addConnectionOptions,
  ask,
  connect,
  ServiceRefusal,
  type ServiceConnection,
} from '../service-connection.ts'
import { writeFile } from '../write-file.ts'
import { logicalIdIn } from '@sonde/schema/projects/document-kinds.ts'
import { describeResult } from './describe-result.ts'
import { junitReport } from './junit-report.ts'
import {
  isJson,
  loadProject,
  placingMistakes,
  type AsCodeOptions,
  type LoadedProject,
} from './load-project.ts'
import type { ProjectItem } from './read-project.ts'
import { repositoryInfo } from './repository-info.ts'
import { thisServer } from '../this-server.ts'

type TestOptions = AsCodeOptions & {
  location?: string
  grep?: string
  tag?: string[]
  retries?: string
  junit?: string
}

const waitSeconds = 10
const mostRetries = 3

/** `sonde test`: the checks of the files run once, and nothing of them is stored but the session. */
export function addTestCommand(program: Command, io: CliIo): void {
  const command = program
    .command('test')
    .description('Run the checks of a project once, without deploying them')
    .argument('[files...]', 'files or folders, as for `sonde deploy`')
    .option('--location <code>', 'location, or slug of a private location (default: this server)')
    .option('--grep <text>', 'only checks whose name or logical id contains this text')
    .option(
      '--tag <tag>',
      'only checks with this tag, or in a group with it; may be repeated: with any of them',
      collect,
    )
    .option(
      '--retries <number>',
      `how often a failing check is tried again, up to ${mostRetries} (default: 0)`,
    )
    .option('--junit <file>', 'write a report in the format of JUnit')
    .option('--project <id>', 'logical id of the project, instead of the one in the files')
    .option('--json', 'print JSON')
    .option('--output <format>', 'text or json')
    .addHelpText(
      'after',
      '\nExit codes:\n  0  all passed\n  1  a check failed or could not be run\n  2  wrong use of the command\n' +
        '\nExample:\n  npx sonde test monitoring/ --tag smoke --junit report.xml\n',
    )
  addConnectionOptions(command).action(async (named: string[], options: TestOptions) => {
    const loaded = loadProject(command, io, { named, options, isStrict: true })
    const jobs = jobsOf(loaded, options)
    if (jobs.length === 0)
      throw new CliFailure('no check to run: heartbeats wait for pings, and cannot be tested')
    const retries = retriesIn(options)
    const connection = await connect(command, io)
    const runLocation = options.location ?? (await thisServer(io, connection))[0]
    const body = {
      name: `Test of ${loaded.project.name}`,
      project: { logicalId: loaded.project.logicalId },
      runLocation,
      repoInfo: repositoryInfo(io.environment, process.cwd()),
      checkRunJobs: jobs.map((job) =>
        retries === 0 ? job : { ...job, testRetryStrategy: strategyOf(retries) },
      ),
    }
    io.stderr.write(`running ${jobs.length} ${jobs.length === 1 ? 'check' : 'checks'} at ${runLocation}\n`)
    const session = await placingMistakes(io, loaded, () =>
      runSession(io, connection, { body, isQuiet: isJson(command, options) }),
    )
    if (options.junit !== undefined) writeFile(options.junit, junitReport(session), { isSecret: false })
    if (isJson(command, options)) io.stdout.write(`${JSON.stringify(session, null, 2)}\n`)
    tellEnd(io, session)
  })
}

function jobsOf({ files }: LoadedProject, { grep, tag: tags = [] }: TestOptions): Record<string, unknown>[] {
  const groups = new Map(
    files.items.filter(({ kind }) => kind.list === 'checkGroups').map((item) => [item.logicalId, item]),
  )
  const groupOf = ({ body }: ProjectItem) => groups.get(logicalIdIn(body['groupId']) ?? '')
  const isWanted = (item: ProjectItem) => {
    const { kind, body, logicalId } = item
    if (kind.list !== 'checks' || body['checkType'] === 'HEARTBEAT') return false
    const texts = [logicalId, String(body['name'])].map((text) => text.toLowerCase())
    const own = new Set([item, groupOf(item)].flatMap((owner): unknown => owner?.body['tags'] ?? []))
    return (
      (grep === undefined || texts.some((text) => text.includes(grep.toLowerCase()))) &&
      (tags.length === 0 || tags.some((tag) => own.has(tag)))
    )
  }
  return files.items.filter(isWanted).map((item) => {
    const { logicalId, body, source } = item
    const group = groupOf(item)
    return {
      ...body,
      logicalId,
      filePath: source.file,
      ...(group === undefined ? {} : { group: group.body }),
    }
  })
}

function retriesIn({ retries = '0' }: TestOptions): number {
  const number = Number(retries)
  if (Number.isInteger(number) && number >= 0 && number <= mostRetries) return number
  throw new CliFailure(`--retries: ${retries} is not a number from 0 to ${mostRetries}`)
}

function strategyOf(maxRetries: number): Record<string, unknown> {
  return { type: 'FIXED', maxRetries, baseBackoffSeconds: 0, maxDurationSeconds: 600, sameRegion: true }
}

async function runSession(
  io: CliIo,
  connection: ServiceConnection,
  { body, isQuiet }: { body: unknown; isQuiet: boolean },
): Promise<TestSession> {
  const started = await ask(io, connection, { method: 'POST', path: '/v1/test-sessions/run', body })
  const id = isRecord(started) ? String(started['testSessionId']) : ''
  const path = `/v1/test-sessions/${id}`
  const told = new Set<string>()
  const tell = (session: TestSession) => {
    if (isQuiet) return
    for (const result of session.results) {
      if (result.resultType === 'PENDING' || told.has(result.testSessionResultId)) continue
      told.add(result.testSessionResultId)
      io.stdout.write(`${describeResult(result)}\n`)
    }
  }
  try {
    for (;;) {
      const session = await endedSession(io, connection, path)
      const shown = session ?? asSession(await ask(io, connection, { method: 'GET', path }))
      tell(shown)
      if (session !== null) return session
    }
  } catch (error) {
    // Whoever leaves does not want the rest to run.
    if (io.signal.aborted) await cancel(connection, path)
    throw error
  }
}

/** Null while it runs. */
async function endedSession(
  io: CliIo,
  connection: ServiceConnection,
  path: string,
): Promise<TestSession | null> {
  try {
    const query = `?maxWaitSeconds=${waitSeconds}`
    return asSession(await ask(io, connection, { method: 'GET', path: `${path}/completion${query}` }))
  } catch (error) {
    if (error instanceof ServiceRefusal && error.status === 408) return null
    throw error
  }
}

async function cancel(connection: ServiceConnection, path: string): Promise<void> {
  const signal = AbortSignal.timeout(5_000)
  try {
    await ask({ signal }, connection, { method: 'POST', path: `${path}/cancel`, body: {} })
  } catch (error) {
    // It ends by itself then.
    if (!(error instanceof CliFailure)) throw error
  }
}

function tellEnd(io: CliIo, { results, status, testSessionLink }: TestSession): void {
  const count = (wanted: string) => results.filter((result) => result.status === wanted).length
  io.stderr.write(
    `${count('PASSED')} passed, ${count('FAILED')} failed, ${count('CANCELLED')} cancelled\n${testSessionLink}\n`,
  )
  if (status !== 'PASSED') throw new CliFailure('not all checks have passed')
}

/** The guarantee behind this cast: these routes answer by this schema on every server of this version. */
function asSession(answer: unknown): TestSession {
  if (!isRecord(answer) || !Array.isArray(answer['results']))
    throw new CliFailure('unexpected response: this server cannot test a project')
  return answer as unknown as TestSession
}

function collect(value: string, values: readonly string[] = []): string[] {
  return [...values, value]
}
