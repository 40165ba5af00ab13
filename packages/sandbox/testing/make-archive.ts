import { gzipSync } from 'node:zlib'

export type PackedEntry = {
  path: string
  /** As tar has it: `0` a file, `1` a hard link, `2` a link, `5` a folder, `3` a device. A file unless told. */
  type?: string
  content?: string | Buffer
  link?: string
  mode?: number
  /** What the header says, where that is not the truth. */
  size?: number
}

const block = 512

/** A tar.gz of these entries, written by the letter: nothing is checked, so that tests can write what no program would. */
export function makeArchive(entries: readonly PackedEntry[]): Buffer {
  return gzipSync(Buffer.concat([...entries.map(packed), Buffer.alloc(2 * block)]))
}

function packed({ path, type = '0', content = '', link = '', mode = 0o644, size }: PackedEntry): Buffer {
  const bytes = Buffer.from(content)
  const isLong = Buffer.byteLength(path) > 100 || Buffer.byteLength(link) > 100
  const records = [record('path', path), ...(link === '' ? [] : [record('linkpath', link)])].join('')
  return Buffer.concat([
    ...(isLong
      ? [
          header({ path: 'PaxHeader', type: 'x', size: Buffer.byteLength(records) }),
          padded(Buffer.from(records)),
        ]
      : []),
    header({ path: path.slice(0, 100), type, link: link.slice(0, 100), mode, size: size ?? bytes.length }),
    padded(bytes),
  ])
}

function header(fields: { path: string; type: string; size: number; link?: string; mode?: number }): Buffer {
  const { path, type, size, link = '', mode = 0o644 } = fields
  const bytes = Buffer.alloc(block)
  bytes.write(path, 0)
  bytes.write(octal(mode, 7), 100)
  bytes.write(octal(size, 11), 124)
  bytes.write(octal(0, 11), 136)
  bytes.write(' '.repeat(8), 148)
  bytes.write(type, 156)
  bytes.write(link, 157)
  bytes.write('ustar\u{0}00', 257)
  const sum = bytes.reduce((total, byte) => total + byte, 0)
  bytes.write(`${octal(sum, 6)}\0 `, 148)
  return bytes
}

function octal(figure: number, digits: number): string {
  return figure.toString(8).padStart(digits, '0')
}

function padded(bytes: Buffer): Buffer {
  return Buffer.concat([bytes, Buffer.alloc((block - (bytes.length % block)) % block)])
}

/** The length of a record counts its own digits. */
function record(name: string, value: string): string {
  const rest = Buffer.byteLength(` ${name}=${value}\n`)
  const guess = rest + String(rest).length
  const length = rest + String(guess).length
  return `${length} ${name}=${value}\n`
}
