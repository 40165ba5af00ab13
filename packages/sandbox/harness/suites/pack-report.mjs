// @ts-check
import { lstatSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { isText, loadZip, scrubArchive } from '../traces/scrub-archive.mjs'
import { createTraceScrubber } from '../traces/scrub-entry.mjs'

/** Where the report has its data: an archive inside the page. */
const embedded = /(data:application\/zip;base64,)([A-Za-z0-9+/=]+)/
const deepest = 10

/**
 * The HTML report of Playwright as one archive, with secrets masked in its texts, its data and the traces that belong to it.
 *
 * @param {{ htmlReport: string, packedReport: string }} files
 * @param {{ packages: string, forms: string[], headers: string[], limits: { entries: number, bytes: number } }} job
 */
export async function packReport({ htmlReport, packedReport }, { packages, forms, headers, limits }) {
  const zip = loadZip(packages)
  const scrub = createTraceScrubber({ forms, headers })
  const options = { scrub, limits }
  const target = new zip.yazl.ZipFile()
  const written = buffer(target.outputStream)
  let bytes = 0

  /** @param {string} place @param {Buffer} content */
  async function masked(place, content) {
    if (place.endsWith('.zip')) return await scrubArchive(zip, content, options)
    if (!isText(content)) return content
    const match = place === 'index.html' ? embedded.exec(content.toString()) : null
    if (match === null) return scrub(place, content)
    const [whole, head = '', base64 = ''] = match
    const data = await scrubArchive(zip, Buffer.from(base64, 'base64'), options)
    const text = content.toString()
    const before = scrub(place, Buffer.from(text.slice(0, match.index)))
    const after = scrub(place, Buffer.from(text.slice(match.index + whole.length)))
    return Buffer.concat([before, Buffer.from(head + data.toString('base64')), after])
  }

  /** @param {readonly string[]} parts */
  async function add(parts) {
    if (parts.length > deepest) return
    for (const name of readdirSync(join(htmlReport, ...parts)).toSorted()) {
      const place = [...parts, name]
      const path = join(htmlReport, ...place)
      const status = lstatSync(path)
      if (status.isDirectory()) await add(place)
      if (!status.isFile()) continue
      bytes += status.size
      if (bytes > limits.bytes) throw new Error('the report is too large')
      target.addBuffer(await masked(place.join('/'), readFileSync(path)), place.join('/'))
    }
  }

  await add([])
  target.end()
  writeFileSync(packedReport, await written, { flag: 'wx' })
}
