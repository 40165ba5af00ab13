import { posix } from 'node:path'
import { findImports } from './find-imports.ts'

/**
 * Circles of files that import one another, by values or by types, each as one way around it that ends where it
 * began. `sources` are texts by path, relative to the repository and with slashes. An `import()` closes no circle:
 * it is there so that a file is loaded later than the one that asks for it.
 */
export function findImportCircles(sources: ReadonlyMap<string, string>): string[][] {
  const imports = new Map(
    [...sources].map(([file, source]) => [file, importedFiles(file, source).filter((to) => sources.has(to))]),
  )
  return connectedFiles(imports)
    .map((files) => shortestWayAround(files, imports))
    .toSorted((a, b) => a.length - b.length || (String(a[0]) < String(b[0]) ? -1 : 1))
}

function importedFiles(file: string, source: string): string[] {
  const room = /^packages\/([^/]+)\//.exec(file)?.[1]
  return findImports(source).flatMap(({ specifier, isCall }) => {
    if (isCall) return []
    if (/^\.\.?\//.test(specifier)) return [posix.join(posix.dirname(file), specifier)]
    const [, named, rest = ''] = /^@sonde\/([^/]+)\/(.*)$/.exec(specifier) ?? []
    // Between rooms imports run one way only: no circle leaves its room.
    if (named === undefined || named !== room) return []
    return [`packages/${room}/${rest.startsWith('testing/') ? '' : 'src/'}${rest}`]
  })
}

/** Sets of files, each of which can be reached from every other of its set. */
function connectedFiles(imports: ReadonlyMap<string, readonly string[]>): string[][] {
  const reachable = new Map([...imports.keys()].map((file) => [file, reachableFrom(file, imports)]))
  const inCircles = [...imports.keys()].filter((file) => reachable.get(file)?.has(file) === true)
  const sets = Map.groupBy(inCircles, (file) => {
    // The first of the files that are reached from here and lead back names the set.
    const mates = [...(reachable.get(file) ?? [])].filter((mate) => reachable.get(mate)?.has(file) === true)
    return mates.toSorted()[0] ?? file
  })
  return [...sets.values()].map((files) => files.toSorted())
}

function reachableFrom(file: string, imports: ReadonlyMap<string, readonly string[]>): Set<string> {
  const reached = new Set<string>()
  const ahead = [...(imports.get(file) ?? [])]
  for (let next = ahead.pop(); next !== undefined; next = ahead.pop()) {
    if (reached.has(next)) continue
    reached.add(next)
    ahead.push(...(imports.get(next) ?? []))
  }
  return reached
}

/** From the first file, breadth first, back to it. */
function shortestWayAround(
  files: readonly string[],
  imports: ReadonlyMap<string, readonly string[]>,
): string[] {
  const [start = ''] = files
  const members = new Set(files)
  const seen = new Set<string>()
  let ways: string[][] = [[start]]
  while (ways.length > 0) {
    const longer: string[][] = []
    for (const way of ways) {
      for (const to of imports.get(way.at(-1) ?? '') ?? []) {
        if (to === start) return [...way, start]
        if (!members.has(to) || seen.has(to)) continue
        seen.add(to)
        longer.push([...way, to])
      }
    }
    ways = longer
  }
  return [...files]
}
