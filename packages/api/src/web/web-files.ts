import { createHash } from 'node:crypto'
import { existsSync, readFileSync, readdirSync } from 'node:fs'
import { extname, join, relative, sep } from 'node:path'

/** One file of the web interface, as it was built. */
export type WebFile = {
  bytes: Buffer
  type: string
  /** The same, packed beforehand; absent where packing gains nothing. */
  packed: { br?: Buffer; gzip?: Buffer }
  etag: string
  /** Its name changes with its content. */
  isImmutable: boolean
}

/** By the path under which it is served: `/index.html`, `/assets/…`. */
export type WebFiles = ReadonlyMap<string, WebFile>

const types: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.json': 'application/json; charset=utf-8',
  '.png': 'image/png',
  '.woff2': 'font/woff2',
}

/** Everything that was built, held in memory: a few hundred kilobytes. Null when nothing was built. */
export function readWebFiles(folder: string): WebFiles | null {
  if (!existsSync(join(folder, 'index.html'))) return null
  const files = new Map<string, WebFile>()
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    const path = join(entry.parentPath, entry.name)
    const type = types[extname(entry.name)]
    if (!entry.isFile() || type === undefined) continue
    const name = `/${relative(folder, path).split(sep).join('/')}`
    files.set(name, readFile(path, { name, type }))
  }
  return files
}

function readFile(path: string, { name, type }: { name: string; type: string }): WebFile {
  const bytes = readFileSync(path)
  return {
    bytes,
    type,
    packed: {
      ...(existsSync(`${path}.br`) ? { br: readFileSync(`${path}.br`) } : {}),
      ...(existsSync(`${path}.gz`) ? { gzip: readFileSync(`${path}.gz`) } : {}),
    },
    etag: `"${createHash('sha256').update(bytes).digest('base64url').slice(0, 22)}"`,
    isImmutable: name.startsWith('/assets/'),
  }
}
