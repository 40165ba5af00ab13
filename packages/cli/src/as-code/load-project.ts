import { isRecord } from '@sonde/ground/is-record.ts'
import type { DeployDiff, ProjectDeploy } from '@sonde/schema/projects/project-deploy.ts'
import type { Command } from 'commander'
import { CliFailure } from '../cli-failure.ts'
import type { CliIo } from '../cli-io.ts'
import { ask, misused, ServiceRefusal, type ServiceConnection } from '../service-connection.ts'
import { buildDeploy, namesForeignLocations, type LocationIds } from './build-deploy.ts'
import { readProject, type ProjectFiles, type ProjectItem } from './read-project.ts'
import { repositoryInfo } from './repository-info.ts'
import type { FileMistake } from './source-file.ts'

export type AsCodeOptions = { project?: string; json?: true; output?: string }

export function isJson(command: Command, { json, output }: AsCodeOptions): boolean {
  if (output !== undefined && output !== 'json' && output !== 'text')
    return misused(command, `--output: ${output} is neither text nor json`)
  return json === true || output === 'json'
}

export type LoadedProject = {
  project: ProjectDeploy['project']
  files: ProjectFiles
}

/** The project of these files; all that is wrong with them is told before anything is sent. */
export function loadProject(
  command: Command,
  io: CliIo,
  { named, options, isStrict }: { named: readonly string[]; options: AsCodeOptions; isStrict: boolean },
): LoadedProject {
  const files = readProject(named, { folder: process.cwd(), environment: io.environment, isStrict })
  for (const { file, line, column, message } of files.unset)
    io.stderr.write(`warning: ${file}:${line}:${column}: ${message}\n`)
  if (files.mistakes.length > 0) {
    if (isJson(command, options))
      io.stdout.write(`${JSON.stringify({ mistakes: files.mistakes }, null, 2)}\n`)
    throw tellMistakes(io, files.mistakes, 'nothing was sent')
  }
  const { project: asked } = options
  const project = files.project
  if (asked !== undefined)
    return { project: { name: asked, repoUrl: null, ...project, logicalId: asked }, files }
  if (project === null)
    return misused(
      command,
      'no file says which project this is: add `project:` with a logicalId, or use --project',
    )
  return { project, files }
}

function tellMistakes(io: CliIo, mistakes: readonly FileMistake[], outcome: string): CliFailure {
  const sorted = mistakes.toSorted((one, other) =>
    one.file === other.file
      ? one.line - other.line || one.column - other.column
      : one.file < other.file
        ? -1
        : 1,
  )
  for (const { file, line, column, message } of sorted)
    io.stderr.write(`${file}:${line}:${column}: ${message}\n`)
  const { length } = mistakes
  return new CliFailure(`${length} ${length === 1 ? 'mistake' : 'mistakes'} in the files; ${outcome}`)
}

/** What is sent. Asks for the private locations of the account if the files name any. */
export async function deployBody(
  io: CliIo,
  connection: ServiceConnection,
  { project, files }: LoadedProject,
): Promise<ProjectDeploy> {
  const mistakes: FileMistake[] = []
  const body = buildDeploy(files.items, {
    project,
    repoInfo: repositoryInfo(io.environment, process.cwd()),
    locationIds: namesForeignLocations(files.items) ? await privateLocations(io, connection) : new Map(),
    mistake(item, path, message) {
      mistakes.push({ ...placeOf(item, path), message: `${nameOf(item)}: ${path.join('.')} ${message}` })
    },
  })
  if (mistakes.length > 0) throw tellMistakes(io, mistakes, 'nothing was sent')
  return body
}

async function privateLocations(io: CliIo, connection: ServiceConnection): Promise<LocationIds> {
  const listed = await ask(io, connection, { method: 'GET', path: '/v1/private-locations' })
  const locations = (Array.isArray(listed) ? listed : []).filter(isRecord)
  return new Map(
    locations.flatMap(({ id, slugName }) => [
      [String(slugName), String(id)] as const,
      [String(id), String(id)] as const,
    ]),
  )
}

function nameOf({ kind, logicalId }: ProjectItem): string {
  return `${kind.type} "${logicalId}"`
}

function placeOf({ kind, logicalId, source }: ProjectItem, path: readonly (string | number)[]) {
  return source.at([kind.list, logicalId, ...path])
}

/** Where a thing is described, for people. */
export function placesOf({ items }: ProjectFiles): (resource: DeployDiff) => string | null {
  const byName = new Map(items.map((item) => [nameOf(item), item]))
  return ({ type, logicalId }) => {
    const item = byName.get(`${type} "${logicalId}"`)
    if (item === undefined) return null
    const { file, line } = placeOf(item, [])
    return `${file}:${line}`
  }
}

/**
 * What the server has against the project, where the files say it: `check "home": request.url must be …`. Null where
 * nothing of it is in the files.
 */
function placeServerMistakes(message: string, { items }: ProjectFiles): FileMistake[] | null {
  const texts = message.split(/; (?=\S+ "[^"]*": )/)
  const mistakes = texts.flatMap((text): FileMistake[] => {
    const [, type = '', logicalId = '', field = ''] = /^(\S+) "([^"]*)": (\S*)/.exec(text) ?? []
    const item = items.find((each) => nameOf(each) === `${type} "${logicalId}"`)
    if (item !== undefined) return [{ ...placeOf(item, field.split('.')), message: text }]
    // What joins two others is named after them.
    const subject = items.find((each) => logicalId.includes(`#${each.logicalId}#`))
    return subject === undefined ? [] : [{ ...placeOf(subject, []), message: text }]
  })
  return mistakes.length < texts.length ? null : mistakes
}

/** What the server has against a resource is told with its file and line. */
export async function placingMistakes<Result>(
  io: CliIo,
  { files }: LoadedProject,
  work: () => Promise<Result>,
): Promise<Result> {
  try {
    return await work()
  } catch (error) {
    if (!(error instanceof ServiceRefusal) || error.status !== 400 || !isRecord(error.answer)) throw error
    const mistakes = placeServerMistakes(String(error.answer['message']), files)
    throw mistakes === null ? error : tellMistakes(io, mistakes, 'nothing was changed')
  }
}
