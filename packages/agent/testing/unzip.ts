import { inflateRawSync } from 'node:zlib'

/** Every file of an archive, by its directory. */
export function unzip(archive: Buffer): Map<string, Buffer> {
  const files = new Map<string, Buffer>()
  let at = archive.readUInt32LE(archive.lastIndexOf('PK\x05\x06') + 16)
  while (archive.toString('latin1', at, at + 4) === 'PK\x01\x02') {
    const [method, packed] = [archive.readUInt16LE(at + 10), archive.readUInt32LE(at + 20)]
    const name = archive.toString('utf8', at + 46, at + 46 + archive.readUInt16LE(at + 28))
    const local = archive.readUInt32LE(at + 42)
    const start = local + 30 + archive.readUInt16LE(local + 26) + archive.readUInt16LE(local + 28)
    const body = archive.subarray(start, start + packed)
    files.set(name, method === 8 ? inflateRawSync(body) : body)
    at += 46 + [28, 30, 32].reduce((sum, field) => sum + archive.readUInt16LE(at + field), 0)
  }
  return files
}
