// @ts-check
import { isUtf8 } from 'node:buffer'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'

/**
 * @typedef {object} Zip the library that Playwright brings along
 * @property {any} yauzl
 * @property {any} yazl
 */

/** @param {string} packages the folder with the packages of a runtime @returns {Zip} */
export function loadZip(packages) {
  const require = createRequire(join(packages, 'package.json'))
  return require(join(packages, 'node_modules/playwright-core/lib/zipBundle.js'))
}

/**
 * The same archive with each of its texts masked, in memory. Sizes are counted and never believed.
 *
 * @param {Zip} zip
 * @param {Buffer} archive
 * @param {{ scrub(name: string, bytes: Buffer): Buffer, limits: { entries: number, bytes: number } }} options
 * @returns {Promise<Buffer>}
 */
export async function scrubArchive({ yauzl, yazl }, archive, { scrub, limits }) {
  const target = new yazl.ZipFile()
  const written = buffer(target.outputStream)
  let unpackedBytes = 0
  let entries = 0

  /** @param {any} source @param {any} entry @returns {Promise<Buffer>} */
  async function read(source, entry) {
    const stream = await new Promise((resolve, reject) =>
      source.openReadStream(entry, (/** @type {unknown} */ error, /** @type {unknown} */ opened) =>
        error ? reject(error) : resolve(opened),
      ),
    )
    /** @type {Buffer[]} */
    const chunks = []
    for await (const chunk of stream) {
      unpackedBytes += chunk.length
      if (unpackedBytes > limits.bytes) throw new Error('it is too large when it is unpacked')
      chunks.push(chunk)
    }
    return Buffer.concat(chunks)
  }

  const source = await new Promise((resolve, reject) =>
    yauzl.fromBuffer(
      archive,
      { lazyEntries: true },
      (/** @type {unknown} */ error, /** @type {unknown} */ opened) =>
        error ? reject(error) : resolve(opened),
    ),
  )
  let next = Promise.withResolvers()
  source.on('entry', (/** @type {unknown} */ entry) => next.resolve(entry))
  source.on('end', () => next.resolve(null))
  source.on('error', (/** @type {unknown} */ error) => next.reject(error))
  for (;;) {
    next = Promise.withResolvers()
    source.readEntry()
    const entry = await next.promise
    if (entry === null) break
    entries += 1
    if (entries > limits.entries) throw new Error('it has too many files')
    if (entry.fileName.endsWith('/')) continue
    const bytes = await read(source, entry)
    target.addBuffer(isText(bytes) ? scrub(entry.fileName, bytes) : bytes, entry.fileName)
  }
  target.end()
  return await written
}

/** Pictures and other bytes are left alone: nothing can be found in them. @param {Buffer} bytes */
export function isText(bytes) {
  return bytes.length > 0 && isUtf8(bytes) && !bytes.includes(0)
}
