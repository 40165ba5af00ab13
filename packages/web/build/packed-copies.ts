import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'
import type { Plugin } from 'vite'

const worthPacking = /\.(?:js|css|html|svg|json)$/

/** Lays a packed copy beside each file: the server sends those, and packs nothing while somebody waits. */
export function packedCopies(): Plugin {
  let folder = ''
  return {
    name: 'sonde-packed-copies',
    apply: 'build',
    configResolved({ root, build }) {
      folder = join(root, build.outDir)
    },
    closeBundle() {
      for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
        if (!entry.isFile() || !worthPacking.test(entry.name)) continue
        const path = join(entry.parentPath, entry.name)
        const bytes = readFileSync(path)
        writeFileSync(`${path}.gz`, gzipSync(bytes, { level: 9 }))
        const quality = { [constants.BROTLI_PARAM_QUALITY]: 11 }
        writeFileSync(`${path}.br`, brotliCompressSync(bytes, { params: quality }))
      }
    },
  }
}
