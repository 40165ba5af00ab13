import { constants, createWriteStream, type Stats } from 'node:fs'
import { lstat, open, opendir } from 'node:fs/promises'
import { extname, join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import {
  type ArtifactType,
  mostArtifactBytes,
  mostArtifacts,
} from '@sonde/schema/agents/artifact-protocol.ts'

/** A file that a run has left in its folder. */
export type LeftFile = {
  path: string
  /** Where it lay in that folder. */
  place: string
  name: string
  kind: ArtifactType
  contentType: string
  /** Nothing that a run is known to leave: kept only when the run says what it is. */
  isOther: boolean
}

const deepest = 20
/** Whatever else lies there: looking at it must end. */
const mostSeen = 20_000
/** The service cuts longer ones, and results name files by their names. */
const longestName = 190
const outputFolder = 'test-results'
/** What the test runner says of itself, in the folder of the run. */
const reportPlace = '.sonde-report.json'
/** Ours, those of the browser and of helpers, and packages. */
const notOfScript = new Set(['node_modules', 'tmp', 'degraded.json', 'degraded.jsonl'])

const images: Readonly<Record<string, string>> = {
  '.png': 'image/png',
  '.jpg': 'image/jpeg',
  '.jpeg': 'image/jpeg',
  '.webp': 'image/webp',
  '.gif': 'image/gif',
}

/**
 * What a run in a browser has left behind: pictures wherever they lie, the report of the test runner, and the traces, videos
 * and other files of its tests; `withAll`: everything else, too. Only regular files with one name are looked at: links lead
 * out of the folder. `brought` are the files that the run was given.
 */
export async function listLeftFiles(
  folder: string,
  brought: ReadonlySet<string>,
  { withAll = false }: { withAll?: boolean } = {},
): Promise<LeftFile[]> {
  const found: LeftFile[] = []
  const names = new Set<string>()
  let seen = 0

  async function look(parts: readonly string[]): Promise<void> {
    if (parts.length > deepest) return
    for await (const { name } of await opendir(join(folder, ...parts))) {
      seen += 1
      if (seen > mostSeen || found.length >= mostArtifacts) return
      const place = [...parts, name]
      const isReport = parts.length === 0 && name === reportPlace
      if ((name.startsWith('.') && !isReport) || (parts.length === 0 && notOfScript.has(name))) continue
      const status = await lstat(join(folder, ...place))
      if (status.isDirectory()) await look(place)
      else if (isOwnFile(status) && !brought.has(place.join('/'))) add(place)
    }
  }

  function add(place: readonly string[]): void {
    const known = describe(place)
    const left = known ?? (withAll ? otherFile(place.join('-')) : null)
    if (left === null) return
    const name = unique(left.name, names)
    names.add(name)
    found.push({
      ...left,
      name,
      path: join(folder, ...place),
      place: place.join('/'),
      isOther: known === null,
    })
  }

  await look([])
  return found
}

function isOwnFile(status: Stats): boolean {
  return status.isFile() && status.nlink === 1 && status.size > 0
}

type Described = Pick<LeftFile, 'name' | 'kind' | 'contentType'>

/** What a file is, by where it lies and how it is called; null for what is not kept. */
function describe(place: readonly string[]): Described | null {
  const [top, ...inside] = place
  const file = place.at(-1) ?? ''
  const isOutput = top === outputFolder && inside.length > 1
  const test = isOutput ? inside.slice(0, -1).join('-') : ''
  const image = images[extname(file).toLowerCase()]
  if (image !== undefined) {
    const name = isOutput ? `${test}-${file}` : place.join('-')
    return { name: shownName(name), kind: 'screenshot', contentType: image }
  }
  if (isOutput && file === 'trace.zip')
    return { name: shownName(`${test}-trace.zip`), kind: 'trace', contentType: 'application/zip' }
  const video = isOutput ? /^video(-\d+)?\.webm$/.exec(file) : null
  if (video !== null)
    return { name: shownName(`${test}${video[1] ?? ''}.webm`), kind: 'video', contentType: 'video/webm' }
  if (place.join('/') === reportPlace)
    return { name: 'report.json', kind: 'report', contentType: 'application/json' }
  return isOutput ? otherFile(`${test}-${file}`) : null
}

const texts: Readonly<Record<string, string>> = {
  '.html': 'text/html',
  '.json': 'application/json',
  '.md': 'text/plain',
  '.txt': 'text/plain',
}

function otherFile(name: string): Described {
  const contentType = texts[extname(name).toLowerCase()] ?? 'application/octet-stream'
  return { name: shownName(name), kind: 'file', contentType }
}

function shownName(name: string): string {
  // As the service shows it: results name files by their names.
  const plain = name.toWellFormed().replaceAll(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}/\\]/gu, '_')
  // The end tells what it is.
  let shown = plain
  while (Buffer.byteLength(shown) > longestName - 10) shown = shown.slice(1)
  return shown.toWellFormed()
}

function unique(name: string, taken: ReadonlySet<string>): string {
  if (!taken.has(name)) return name
  const ending = extname(name)
  for (let number = 2; ; number += 1) {
    const other = `${name.slice(0, name.length - ending.length)}-${number}${ending}`
    if (!taken.has(other)) return other
  }
}

/** Copies a file out of the folder of a run. False: it is not what it was. */
export async function copyLeftFile(path: string, target: string): Promise<boolean> {
  const handle = await open(path, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK)
  try {
    if (!isOwnFile(await handle.stat())) return false
    await pipeline(
      handle.createReadStream({ autoClose: false, end: mostArtifactBytes }),
      createWriteStream(target, { flags: 'wx', mode: 0o600 }),
    )
    return true
  } finally {
    await handle.close()
  }
}
