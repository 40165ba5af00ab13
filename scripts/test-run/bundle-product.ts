import { chmodSync, globSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { type Plugin, rolldown } from 'rolldown'

const programs = {
  server: 'packages/server/src/main.ts',
  agent: 'packages/agent/src/main.ts',
  sonde: 'packages/server/src/sonde.ts',
}

/** What tests start to kill it: parts of the product in a process of their own (`childProgram` finds the bundle). */
const children = '{packages/*/testing,e2e/support}/children/*.ts'

/**
 * The programs of the product and of tests, each with all its code in a few files, for those that start them by the hundred:
 * half of the time to the first answer was the loading of 1,500 files. They are in the checkout, where native packages are found,
 * until `remove`.
 */
export async function bundleProduct(root: string): Promise<{ folder: string; remove(): void }> {
  const cache = join(root, 'node_modules/.cache')
  mkdirSync(cache, { recursive: true })
  const folder = mkdtempSync(join(cache, 'sonde-programs-'))
  // Agents without rights read it too.
  chmodSync(folder, 0o755)
  const remove = () => rmSync(folder, { recursive: true, force: true })
  const sources = [
    ...Object.entries(programs),
    ...globSync(children, { cwd: root }).map((path) => [basename(path, '.ts'), path] as const),
  ]
  try {
    const bundle = await rolldown({
      input: Object.fromEntries(sources.map(([name, path]) => [name, join(root, path)])),
      platform: 'node',
      // Native code is loaded from where it lies.
      external: ['koffi'],
      plugins: [ownPlaces],
      onLog: () => {},
    })
    await bundle.write({
      dir: folder,
      format: 'esm',
      entryFileNames: '[name].mjs',
      chunkFileNames: '[name]-[hash].mjs',
    })
    await bundle.close()
    return { folder, remove }
  } catch (error) {
    remove()
    throw error
  }
}

// What a file finds beside itself (a worker, a picture, the built web interface) stays where it is.
const ownPlaces: Plugin = {
  name: 'own-places',
  transform(code, id) {
    if (!/import\.meta\.(?:url|dirname)|__dirname|__filename/.test(code)) return null
    const places = {
      'import.meta.url': pathToFileURL(id).href,
      'import.meta.dirname': dirname(id),
      __dirname: dirname(id),
      __filename: id,
    }
    const replaced = Object.entries(places).reduce(
      (text, [name, place]) => text.replaceAll(name, JSON.stringify(place)),
      code,
    )
    return { code: replaced, map: null }
  },
}
