import { constants, type Stats } from 'node:fs'
import { lstat, open, readdir } from 'node:fs/promises'
import { extname, join } from 'node:path'
import type { Readable } from 'node:stream'
import { mostArtifacts } from '@sonde/schema/agents/artifact-protocol.ts'
import type { LeftFile } from '../test-runs/collect-files.ts'
import { maskedArchive } from '../test-runs/keep-files.ts'

const deepest = 20
const mostSeen = 20_000
const images: Readonly<Record<string, string>> = {
  '.png': 'image/png',
  '.jpg': 'image/jpeg',
  '.jpeg': 'image/jpeg',
  '.webp': 'image/webp',
}

/**
 * What the tests of a suite have left in their folder of results: traces, videos and pictures. The project itself has pictures,
 * too, which nobody asked for. Only regular files with one name are looked at, in folders that are no links, from the folder of
 * the run on.
 */
export async function listSuiteFiles(root: string, way: readonly string[]): Promise<LeftFile[]> {
  const folder = join(root, ...way)
  const left: LeftFile[] = []
  let seen = 0

  async function look(parts: readonly string[]): Promise<void> {
    if (parts.length > deepest) return
    const names = await readdir(join(folder, ...parts)).catch(() => [])
    for (const name of names.toSorted()) {
      seen += 1
      if (seen > mostSeen || left.length >= mostArtifacts) return
      const place = [...parts, name]
      const path = join(folder, ...place)
      const status = await lstat(path)
      if (status.isDirectory()) await look(place)
      else if (isOwnFile(status)) add(place, path)
    }
  }

  function add(place: readonly string[], path: string): void {
    const name = place
      .join('-')
      .replaceAll(/[\p{Cc}/\\]/gu, '_')
      .toWellFormed()
      .slice(-200)
    const ending = extname(name).toLowerCase()
    const image = images[ending]
    const file = { path, place: place.join('/'), name, isOther: false }
    if (image !== undefined) left.push({ ...file, kind: 'screenshot', contentType: image })
    else if (ending === '.webm') left.push({ ...file, kind: 'video', contentType: 'video/webm' })
    else if (place.at(-1) === 'trace.zip')
      left.push({ ...file, kind: 'trace', contentType: 'application/zip' })
  }

  for (const count of way.keys()) if (!(await isFolder(join(root, ...way.slice(0, count + 1))))) return []
  await look([])
  return left
}

/** What Playwright says of itself; `hasArchive`: we have made an archive of its pages. */
export async function listSuiteReports(root: string, hasArchive: boolean): Promise<LeftFile[]> {
  const reports = [
    { name: 'report.json', contentType: 'application/json' },
    ...(hasArchive ? [{ name: 'html-report.zip', contentType: maskedArchive }] : []),
  ]
  const left: LeftFile[] = []
  for (const { name, contentType } of reports) {
    const path = join(root, name)
    const status = await lstat(path).catch(() => null)
    if (status !== null && isOwnFile(status))
      left.push({ path, place: name, name, kind: 'report', contentType, isOther: false })
  }
  return left
}

/** The text of a file that a suite could have written; empty: it is none, or is too long. */
export async function readSuiteText(path: string, mostBytes: number): Promise<string> {
  const file = await openOwnFile(path)
  if (file === null) return ''
  try {
    const { size } = await file.stat()
    return size > mostBytes ? '' : await file.readFile('utf8')
  } finally {
    await file.close()
  }
}

/** A file that a suite could have written, as a stream; null: it is none. */
export async function streamSuiteFile(path: string): Promise<Readable | null> {
  const file = await openOwnFile(path)
  return file === null ? null : file.createReadStream()
}

async function openOwnFile(path: string) {
  const flags = constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK
  const file = await open(path, flags).catch(() => null)
  if (file === null) return null
  if (isOwnFile(await file.stat())) return file
  await file.close()
  return null
}

function isOwnFile(status: Stats): boolean {
  return status.isFile() && status.nlink === 1 && status.size > 0
}

async function isFolder(path: string): Promise<boolean> {
  return await lstat(path).then(
    (status) => status.isDirectory(),
    () => false,
  )
}
