import { join } from 'node:path'

const root = join(import.meta.dirname, '..')

const sources = {
  server: join(root, 'packages/server/src/main.ts'),
  agent: join(root, 'packages/agent/src/main.ts'),
  sonde: join(root, 'packages/server/bin/sonde.mjs'),
}

/**
 * What Node runs for a program of the product: the bundle that `npm test` has made of it, or the sources where there is
 * none. That they start as well is a promise of the README and tested with it. Traces name functions and lines of the
 * bundle: reading its source map would be a third of every start. Whoever needs the lines of the sources runs the test
 * file by `node` itself.
 */
export function programScript(name: keyof typeof sources): string[] {
  const folder = process.env['SONDE_TEST_PROGRAMS']
  return folder === undefined ? [sources[name]] : [join(folder, `${name}.mjs`)]
}

/** The same from the sources, for an agent whose user may see only what is shown to it. */
export function sourceScript(name: keyof typeof sources): string {
  return sources[name]
}
