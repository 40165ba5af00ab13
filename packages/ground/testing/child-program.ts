import { existsSync } from 'node:fs'
import { basename, join } from 'node:path'
import { fileURLToPath } from 'node:url'

/**
 * What Node runs for a program of `testing/children/`: the bundle that `npm test` has made of it, when it has, or else its
 * source. Such programs are started to be killed, and most of their processor time is the loading of hundreds of files.
 */
export function childProgram(source: URL): string {
  const path = fileURLToPath(source)
  const folder = process.env['SONDE_TEST_PROGRAMS']
  if (folder === undefined) return path
  const bundle = join(folder, `${basename(path, '.ts')}.mjs`)
  return existsSync(bundle) ? bundle : path
}
