import { posix } from 'node:path'
import { findImports } from './find-imports.ts'

// The house: what each room may import. Two wings on common ground; only `server` knows both.
const rooms: ReadonlyMap<string, readonly string[]> = new Map([
  [
    'server',
    [
      'api',
      'actions',
      'runs',
      'alerting',
      'status-pages',
      'analytics',
      'artifacts',
      'store',
      'egress',
      'schema',
      'scrub',
      'ground',
      'agent',
      'cli',
    ],
  ],
  [
    'api',
    ['actions', 'runs', 'alerting', 'status-pages', 'analytics', 'artifacts', 'store', 'schema', 'ground'],
  ],
  ['actions', ['runs', 'alerting', 'status-pages', 'analytics', 'store', 'schema', 'ground']],
  [
    'runs',
    ['alerting', 'status-pages', 'analytics', 'artifacts', 'store', 'egress', 'schema', 'scrub', 'ground'],
  ],
  ['alerting', ['status-pages', 'analytics', 'store', 'egress', 'schema', 'scrub', 'ground']],
  ['status-pages', ['analytics', 'store', 'schema', 'ground']],
  ['analytics', ['store', 'schema', 'ground']],
  ['artifacts', ['store', 'egress', 'schema', 'ground']],
  ['store', ['schema', 'ground']],
  ['egress', ['schema', 'scrub', 'ground']],
  ['agent', ['probes', 'verdict', 'sandbox', 'schema', 'scrub', 'ground']],
  ['probes', ['verdict', 'schema', 'ground']],
  ['verdict', ['schema', 'ground']],
  ['sandbox', ['ground']],
  ['web', ['schema', 'ground']],
  ['cli', ['schema', 'ground']],
  ['schema', ['ground']],
  ['scrub', ['ground']],
  ['ground', []],
])

/** The rooms that reach the given one, directly or through others: whose tests a change of it may break. Null: no room. */
export function roomsAbove(room: string): readonly string[] | null {
  if (!rooms.has(room)) return null
  const reaches = (from: string): boolean =>
    (rooms.get(from) ?? []).some((below) => below === room || reaches(below))
  return [...rooms.keys()].filter(reaches)
}

export type ImportViolation = { file: string; line: number; rule: string }

/** The imports of one file that break the house. `file` is relative to the repository, with slashes. */
export function findImportViolations(file: string, source: string): ImportViolation[] {
  const place = placeOf(file)
  // Benchmarks, whole-product tests and scripts stand beside the house and may look into every room.
  if (place === null) return []
  return findImports(source).flatMap(({ specifier, line }) => {
    const rule = judgeImport(file, place, specifier)
    return rule === null ? [] : [{ file, line, rule }]
  })
}

type Place = { room: string; isForTests: boolean }

function placeOf(file: string): Place | null {
  const [top, room, folder] = file.split('/')
  if (top !== 'packages' || room === undefined) return null
  return { room, isForTests: folder === 'testing' || /\.test\.[cm]?[jt]sx?$/.test(file) }
}

function judgeImport(file: string, place: Place, specifier: string): string | null {
  const target = targetOf(file, specifier)
  if (target === null) return null
  const below = rooms.get(place.room)
  if (below === undefined) return `packages/${place.room} is not a room of the house`
  if (target.kind === 'outside')
    return `'${specifier}' leaves packages/${place.room}: import '@sonde/<room>/<file>'`
  if (target.room !== place.room && !rooms.has(target.room))
    return `there is no room '${target.room}' in the house`
  if (target.room !== place.room && !below.includes(target.room)) {
    const allowed = below.length === 0 ? 'nothing of ours' : below.join(', ')
    return `${place.room} may not import ${target.room} (${place.room} may import ${allowed})`
  }
  if (target.isTesting && !place.isForTests) return `'${specifier}' is for tests only`
  return null
}

type Target = { kind: 'room'; room: string; isTesting: boolean } | { kind: 'outside' }

function targetOf(file: string, specifier: string): Target | null {
  const named = /^@sonde\/([^/]+)(?:\/(.*))?$/.exec(specifier)
  if (named !== null) {
    return { kind: 'room', room: named[1] ?? '', isTesting: named[2]?.startsWith('testing/') ?? false }
  }
  if (/^(\/|file:)/.test(specifier)) return { kind: 'outside' }
  if (!/^\.\.?(\/|$)/.test(specifier)) return null
  const [packages, room, folder] = posix.join(posix.dirname(file), specifier).split('/')
  const own = file.split('/')[1]
  if (packages !== 'packages' || room === undefined || room !== own) return { kind: 'outside' }
  return { kind: 'room', room, isTesting: folder === 'testing' }
}
