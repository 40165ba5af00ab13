import { constants, type Stats } from 'node:fs'
import { lstat, open, readdir } from 'node:fs/promises'
import { extname, join, posix } from 'node:path'
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
const texts: Readonly<Record<string, string>> = {
  '.json': 'application/json',
  '.md': 'text/plain',
  '.txt': 'text/plain',
}

/** Where Playwright leaves what its tests have recorded, if the project does not name another folder. */
const usualFolder = 'test-results'

/**
 * What the tests of a suite have left: traces, videos and pictures in their folder of results, and wherever they lie the files
 * that they have attached, by their paths from the folder of the test command. The project itself has pictures, too, which
 * nobody asked for. Only regular files with one name are looked at, in folders that are no links, from the folder of the run on.
 */
export async function listSuiteFiles(
  root: string,
  { folder, attached }: { folder: readonly string[]; attached: readonly string[] },
): Promise<LeftFile[]> {
  const left: LeftFile[] = []
  const places = new Set<string>()
  let seen = 0

  async function look(parts: readonly string[], inside: readonly string[]): Promise<void> {
    if (inside.length > deepest) return
    const names = await readdir(join(root, ...parts, ...inside)).catch(() => [])
    for (const name of names.toSorted()) {
      seen += 1
      if (seen > mostSeen || left.length >= mostArtifacts) return
      const own = [...inside, name]
      const status = await lstat(join(root, ...parts, ...own))
      if (status.isDirectory()) await look(parts, own)
      else if (isOwnFile(status)) add([...parts, ...own], own, null)
    }
  }

  function add(parts: readonly string[], shown: readonly string[], other: { kind: 'file' } | null): void {
    const place = parts.join('/')
    const name = shown
      .join('-')
      .replaceAll(/[\p{Cc}/\\]/gu, '_')
      .toWellFormed()
      .slice(-200)
    const ending = extname(name).toLowerCase()
    const image = images[ending]
    const file = { path: join(root, ...parts), place, name, isOther: false }
    if (places.has(place)) return
    if (image !== undefined) left.push({ ...file, kind: 'screenshot', contentType: image })
    else if (ending === '.webm') left.push({ ...file, kind: 'video', contentType: 'video/webm' })
    else if (parts.at(-1) === 'trace.zip')
      left.push({ ...file, kind: 'trace', contentType: 'application/zip' })
    else if (other !== null)
      left.push({ ...file, ...other, contentType: texts[ending] ?? 'application/octet-stream' })
    else return
    places.add(place)
  }

  const usual = [...folder, usualFolder]
  if (await areFolders(root, usual)) await look(usual, [])
  for (const path of attached) {
    if (left.length >= mostArtifacts) break
    const place = attachedPlace(folder, path)
    if (place === null || places.has(place)) continue
    const parts = place.split('/')
    if (!(await areFolders(root, parts.slice(0, -1)))) continue
    const status = await lstat(join(root, place)).catch(() => null)
    const isUsual = usual.every((part, index) => parts[index] === part)
    if (status !== null && isOwnFile(status))
      add(parts, parts.slice(isUsual ? usual.length : 1), { kind: 'file' })
  }
  return left
}

/** Where an attached file lies in the folder of the run; null: not in its project. */
export function attachedPlace(folder: readonly string[], path: string): string | null {
  if (posix.isAbsolute(path) || path.includes('\0')) return null
  const place = posix.join(...folder, path)
  return place.startsWith('project/') ? place : null
}

/** Whether each on the way is a folder and no link. */
async function areFolders(root: string, way: readonly string[]): Promise<boolean> {
  for (const count of way.keys()) if (!(await isFolder(join(root, ...way.slice(0, count + 1))))) return false
  return true
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

/** A file that a suite could have written; empty: it is none, or is too long. */
export async function readSuiteFile(path: string, mostBytes: number): Promise<Buffer> {
  const file = await openOwnFile(path)
  if (file === null) return Buffer.alloc(0)
  try {
    const { size } = await file.stat()
    return size > mostBytes ? Buffer.alloc(0) : await file.readFile()
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
