// @ts-check
import {
  chmodSync,
  closeSync,
  constants,
  linkSync,
  lstatSync,
  mkdirSync,
  openSync,
  rmSync,
  symlinkSync,
  writeSync,
} from 'node:fs'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { createGunzip } from 'node:zlib'
import { readArchive, RefusedArchive } from './read-archive.mjs'

/** @typedef {{ entries: number, bytes: number }} UnpackLimits */

/**
 * Unpacks a project into a folder of its own. Nothing is written outside of it, and nothing in it leads outside: what would is
 * refused by its name, and what was written until then is of no use to anybody.
 *
 * @param {Iterable<Buffer>} pieces of a tar.gz
 * @param {{ folder: string, limits: UnpackLimits }} target
 * @returns {Promise<UnpackLimits>}
 */
export async function unpack(pieces, { folder, limits }) {
  const count = { entries: 0, bytes: 0 }
  /** @type {number | null} */
  let open = null
  /** @type {Set<string>} folders that were seen to be folders */
  const known = new Set([''])

  function closeFile() {
    if (open !== null) closeSync(open)
    open = null
  }

  /** @param {import('./read-archive.mjs').ArchiveEntry} entry */
  function begin({ path, type, link, size, isExecutable }) {
    count.entries += 1
    if (count.entries > limits.entries)
      throw new RefusedArchive(`is refused: it has more than ${limits.entries} entries`)
    const parts = partsOf(path)
    if (parts.length === 0) return null
    makeFolders(parts.slice(0, -1), path)
    const target = join(folder, ...parts)
    switch (type) {
      case '0':
      case '7':
        count.bytes += size
        if (count.bytes > limits.bytes)
          throw new RefusedArchive(`is refused: it has more than ${limits.bytes} bytes when it is unpacked`)
        makeWay(target, path)
        open = openSync(target, constants.O_WRONLY | constants.O_CREAT | constants.O_EXCL, 0o644)
        if (isExecutable) chmodSync(target, 0o755)
        return (/** @type {Buffer} */ piece) => writeAll(open, piece)
      case '5':
        makeFolders(parts, path)
        return null
      case '2':
        if (!staysInside(parts, link))
          throw new RefusedArchive(`is a link that leaves the project: ${link}`, path)
        makeWay(target, path)
        symlinkSync(link, target)
        return null
      case '1':
        makeWay(target, path)
        linkSync(pathOfFile(link, path), target)
        return null
      default:
        throw new RefusedArchive('is neither a file, a folder nor a link', path)
    }
  }

  /** @param {readonly string[]} parts @param {string} path */
  function makeFolders(parts, path) {
    let name = ''
    for (const part of parts) {
      name = name === '' ? part : `${name}/${part}`
      if (known.has(name)) continue
      const status = lstatSync(join(folder, name), { throwIfNoEntry: false })
      if (status === undefined) mkdirSync(join(folder, name))
      // Whoever follows a link that the archive has brought writes where the archive wants.
      else if (!status.isDirectory()) throw new RefusedArchive(`lies below ${name}, which is no folder`, path)
      known.add(name)
    }
  }

  /** An archive may have an entry twice: the last one counts. @param {string} target @param {string} path */
  function makeWay(target, path) {
    const status = lstatSync(target, { throwIfNoEntry: false })
    if (status === undefined) return
    if (status.isDirectory()) throw new RefusedArchive('is a folder and something else', path)
    rmSync(target)
  }

  /** Of what a hard link means: a file that was unpacked before. @param {string} link @param {string} path */
  function pathOfFile(link, path) {
    const parts = partsOf(link, path)
    let name = folder
    for (const [index, part] of parts.entries()) {
      name = join(name, part)
      const status = lstatSync(name, { throwIfNoEntry: false })
      const isRight = index === parts.length - 1 ? status?.isFile() : status?.isDirectory()
      if (isRight !== true)
        throw new RefusedArchive(`is a link to what is no file of the bundle: ${link}`, path)
    }
    return name
  }

  mkdirSync(folder, { recursive: true })
  const archive = Readable.from(pieces).pipe(createGunzip())
  try {
    await readArchive(archive, begin, closeFile)
  } catch (error) {
    if (error instanceof Error && 'code' in error && String(error.code).startsWith('Z_'))
      throw new RefusedArchive('is not compressed by gzip, or is damaged')
    throw error
  } finally {
    closeFile()
  }
  return count
}

/**
 * The names on the way to an entry.
 *
 * @param {string} path @param {string} entry whose name is told
 */
function partsOf(path, entry = path) {
  if (path.startsWith('/')) throw new RefusedArchive('is an absolute path', entry)
  if (path.includes('\0')) throw new RefusedArchive('is no path', entry)
  const parts = path.split('/').filter((part) => part !== '' && part !== '.')
  if (parts.includes('..')) throw new RefusedArchive('leads out of the project', entry)
  return parts
}

/**
 * Folders of the project are no links, so that going up from one is what it looks like. After a name it is not: that may be a
 * link to somewhere deep in the project.
 *
 * @param {readonly string[]} parts of the link @param {string} link what it leads to
 */
function staysInside(parts, link) {
  if (link === '' || link.startsWith('/') || link.includes('\0')) return false
  const steps = link.split('/').filter((part) => part !== '' && part !== '.')
  const firstName = steps.findIndex((part) => part !== '..')
  const ups = firstName === -1 ? steps.length : firstName
  return ups <= parts.length - 1 && !steps.slice(ups).includes('..')
}

/** @param {number | null} file @param {Buffer} piece */
function writeAll(file, piece) {
  if (file === null) return
  let written = 0
  while (written < piece.length) written += writeSync(file, piece, written)
}
